import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError, NodeConnectionTypes } from "n8n-workflow";
import { callInbox } from "../request";
import { FIELDS, OPERATIONS } from "./operations";

/** Writes, replies, signs and decides in an inbox. */
export class ConversationInbox implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Conversation Inbox",
    name: "conversationInbox",
    icon: {
      light: "file:../../icons/inbox.svg",
      dark: "file:../../icons/inbox.dark.svg",
    },
    group: ["transform"],
    version: 1,
    subtitle: '={{ $parameter["operation"] }}',
    description:
      "Write, reply, sign receipts and decide in a conversation inbox",
    defaults: { name: "Conversation Inbox" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "conversationInboxApi", required: true }],
    properties: [
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        default: "create",
        options: [
          {
            name: "Create",
            value: "create",
            action: "Create a conversation",
            description:
              "Write to one or more addresses, with a price if you like",
          },
          {
            name: "Decide",
            value: "decide",
            action: "Decide on a checkpoint",
            description: "Approve or decline what waits",
          },
          {
            name: "Get",
            value: "get",
            action: "Get a conversation",
            description: "Read the messages, the price and what waits",
          },
          {
            name: "Reply",
            value: "reply",
            action: "Reply in a conversation",
            description: "The first reply to a request accepts it",
          },
          {
            name: "Sign Receipt",
            value: "signReceipt",
            action: "Sign a receipt",
            description:
              "Confirm that the work is done, which releases a held price to you",
          },
        ],
      },
      ...FIELDS,
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const [index] of this.getInputData().entries()) {
      const pairedItem = { item: index };
      try {
        results.push({ json: await runOn(this, index), pairedItem });
      } catch (error) {
        if (!this.continueOnFail()) {
          throw new NodeApiError(this.getNode(), error as JsonObject, {
            itemIndex: index,
          });
        }
        const message = error instanceof Error ? error.message : String(error);
        results.push({ json: { error: message }, pairedItem });
      }
    }
    return [results];
  }
}

/** Carries out the operation for one item. */
async function runOn(
  context: IExecuteFunctions,
  index: number,
): Promise<IDataObject> {
  const read = (name: string) =>
    String(context.getNodeParameter(name, index, ""));
  const operation = OPERATIONS[read("operation")];
  const { method, path, body } = operation;
  // A node that n8n tries again in the same run repeats the call, which has no second effect.
  const run = String(context.evaluateExpression("{{ $runIndex }}", index));
  const key = `n8n:${context.getExecutionId()}:${context.getNode().id}:${run}:${index}`;
  return await callInbox(context, {
    method,
    path: path(read),
    ...(body && { body: body(read), key }),
  });
}
