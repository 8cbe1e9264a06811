import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from "n8n-workflow";
import { NodeConnectionTypes } from "n8n-workflow";
import { callInbox } from "../request";
import { isSigned } from "./verify";

/** Starts a workflow when something happens in an inbox. */
export class ConversationInboxTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Conversation Inbox Trigger",
    name: "conversationInboxTrigger",
    icon: {
      light: "file:../../icons/inbox.svg",
      dark: "file:../../icons/inbox.dark.svg",
    },
    group: ["trigger"],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description:
      "Starts the workflow when something happens in a conversation inbox",
    defaults: { name: "Conversation Inbox Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "conversationInboxApi", required: true }],
    webhooks: [
      {
        name: "default",
        httpMethod: "POST",
        responseMode: "onReceived",
        path: "webhook",
      },
    ],
    properties: [
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        required: true,
        default: ["message.appended"],
        description:
          "An event names the conversation; read it with the operation Get",
        options: [
          { name: "Contact Changed", value: "contact.changed" },
          { name: "Conversation Changed", value: "conversation.changed" },
          { name: "Conversation Created", value: "conversation.created" },
          { name: "Dispute Changed", value: "dispute.changed" },
          { name: "Message Appended", value: "message.appended" },
          { name: "Payment Moved", value: "payment.moved" },
          { name: "Payment Updated", value: "payment.updated" },
          { name: "State Changed", value: "state.changed" },
          { name: "Terms Changed", value: "terms.changed" },
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = this.getWorkflowStaticData("node");
        const url = this.getNodeWebhookUrl("default");
        const found = await webhooksOf(this, url);
        const isKnown = secret !== undefined && found.length === 1;
        if (isKnown && found[0].webhookId === webhookId) return true;
        // One without its secret cannot be verified: it is made anew.
        for (const it of found) await remove(this, it.webhookId);
        return false;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const { webhook, secret } = await callInbox(this, {
          method: "POST",
          path: "/webhooks",
          body: {
            url: this.getNodeWebhookUrl("default"),
            events: this.getNodeParameter("events") as string[],
          },
        });
        const { webhookId } = webhook as IDataObject;
        Object.assign(this.getWorkflowStaticData("node"), {
          webhookId,
          secret,
        });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl("default");
        for (const it of await webhooksOf(this, url)) {
          await remove(this, it.webhookId);
        }
        const kept = this.getWorkflowStaticData("node");
        delete kept.webhookId;
        delete kept.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData("node");
    const headers = this.getHeaderData();
    const header = (name: string) => String(headers[name] ?? "");
    const body = this.getRequestObject().rawBody;
    if (
      typeof secret !== "string" ||
      !isSigned({ secret, header, body, now: Date.now() })
    ) {
      this.getResponseObject().status(401).end();
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    // A test from the settings of the inbox is answered, and starts nothing.
    if (event.type === "webhook.test") return {};
    const json = { ...event, webhookMessageId: header("webhook-id") };
    return { workflowData: [this.helpers.returnJsonArray([json])] };
  }
}

interface KnownWebhook {
  readonly webhookId: string;
  readonly url: string;
}

/** The webhooks that the service has for this workflow. */
async function webhooksOf(
  context: IHookFunctions,
  url: string | undefined,
): Promise<readonly KnownWebhook[]> {
  const answer = await callInbox(context, { method: "GET", path: "/webhooks" });
  const { webhooks } = answer as IDataObject & { webhooks: KnownWebhook[] };
  return webhooks.filter((it) => it.url === url);
}

async function remove(context: IHookFunctions, webhookId: string) {
  const path = `/webhooks/${encodeURIComponent(webhookId)}`;
  await callInbox(context, { method: "DELETE", path });
}
