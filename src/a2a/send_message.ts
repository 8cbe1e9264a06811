import { told } from "../core/base/words/sentence.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { createConversation } from "../core/operations/create_conversation.ts";
import { fundConversation } from "../core/operations/fund_conversation.ts";
import { getAccountCard } from "../core/operations/get_account_card.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { awaitSettled } from "../core/pipeline/await_settled.ts";
import { readPayment } from "./payment.ts";
import { paymentFailed } from "./payment_status.ts";
import { wrongParams } from "./reworded.ts";
import type { A2aMethod, RpcCall } from "./rpc_call.ts";
import { methodOf, runOperation } from "./rpc_call.ts";
import type { SendFields } from "./sending.ts";
import { readSending } from "./sending.ts";
import { statusMessage } from "./shapes.ts";
import { showTask } from "./show_tasks.ts";

/** Where the message has the fields of an operation. */
export const MESSAGE_FIELDS = {
  parts: "/message/parts",
  contextId: "/message/contextId",
  conversationId: "/message/taskId",
} as const;

/** A2A 3.1.1: starts a task. */
export const openTask = methodOf({
  operation: createConversation,
  async read(params, call) {
    const sending = readSending(params, call.keyHeader);
    const { parts, contextId } = sending;
    const { values, pointers } = sending.service;
    const { mode: _onlyOnAppend, ...fields } = values;
    const isAddressed = RECIPIENTS.some((it) => it in fields);
    const to = isAddressed ? undefined : await addresseeOf(call, sending);
    return {
      ...sending,
      input: {
        ...(to !== undefined && { to }),
        ...fields,
        parts,
        ...(contextId !== undefined && { contextId }),
        submit: true,
      },
      fields: {
        ...(to !== undefined && { "to/0": "/tenant" }),
        ...pointers,
        ...MESSAGE_FIELDS,
      },
    };
  },
  show: showSent,
});

/** A2A 3.1.1: continues the task in taskId. */
export const continueTask = methodOf({
  operation: sendMessage,
  async read(params, call) {
    const sending = readSending(params, call.keyHeader);
    const { parts, contextId, taskId: conversationId } = sending;
    const { values, pointers } = sending.service;
    const fields = { ...pointers, ...MESSAGE_FIELDS };
    if (contextId !== undefined) {
      // A2A 3.4.3: refused before anything is written; a context never changes.
      const read = { input: { conversationId }, fields };
      const found = await runOperation(call, getConversation, read);
      if (found.contextId !== contextId) throw foreignContext();
    }
    const { mode, needsInput, accept, inReplyTo } = values;
    return {
      ...sending,
      input: {
        conversationId,
        parts,
        ...(mode !== undefined && { mode }),
        ...(needsInput !== undefined && { needsInput }),
        ...(accept !== undefined && { accept }),
        ...(inReplyTo !== undefined && { inReplyTo }),
      },
      fields,
    };
  },
  show: showSent,
});

/** Pays for the task in taskId; drops the words of the message. */
const fundTask = methodOf({
  operation: fundConversation,
  read(params, call) {
    const sending = readSending(params, call.keyHeader);
    return {
      ...sending,
      input: { conversationId: sending.taskId, payment: readPayment(params) },
      fields: {
        ...MESSAGE_FIELDS,
        payment: "/message/metadata/x402.payment.payload",
      },
    };
  },
  show: showSent,
});

/**
 * The same. If the payment is refused, it returns the task with the problem,
 * because the extension has no other way to report it (a2a-x402 v0.2, 9).
 */
export const payTask: A2aMethod = async (params, call) => {
  try {
    return await fundTask(params, call);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "payment_invalid") {
      throw error;
    }
    const { taskId: conversationId, historyLength } = readSending(
      params,
      call.keyHeader,
    );
    const read = { input: { conversationId } };
    const { conversation } = await runOperation(call, getConversation, read);
    const task = await showTask(call.services, conversation, { historyLength });
    const paid = paymentFailed(conversation, error);
    const message = statusMessage(conversation, undefined, paid);
    return { task: { ...task, status: { ...task.status, message } } };
  }
};

/** @throws invalid_input: a signed payment belongs to the task that asked for it */
export const payNoTask: A2aMethod = async () => {
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay: the message carries a payment but names no task that needs one.`,
  });
};

/** The output of all of these operations. */
interface Sent {
  readonly conversation: ConversationView;
  readonly readers?: readonly string[];
  readonly warnings?: readonly object[];
}

/**
 * A person may take days, so it waits only for the service's own agents
 * (docs/a2a.md, Opening a task).
 */
export async function showSent(
  { conversation, readers, warnings }: Sent,
  { services, caller, isStreaming }: RpcCall,
  { returnImmediately, historyLength }: SendFields,
): Promise<object> {
  const settled =
    isStreaming || returnImmediately
      ? conversation
      : await awaitSettled(services, caller, conversation);
  const task = await showTask(services, settled, { historyLength });
  // The record is shared, so this answer's own members go into a copy.
  const { svc } = task.metadata;
  const said = { ...(readers && { readers }), ...(warnings && { warnings }) };
  return { task: { ...task, metadata: { svc: { ...svc, ...said } } } };
}

const RECIPIENTS = ["to", "cc", "bcc"];

/**
 * The owner of the card that was used; otherwise the service's own agent, which
 * answers anyone.
 * @throws invalid_input for a tenant without a card: a wrong one is not an
 * address to invite.
 */
async function addresseeOf(
  call: RpcCall,
  { tenant }: SendFields,
): Promise<string> {
  const { addressDomain } = call.services.settings;
  if (tenant === undefined) return `hello@${addressDomain}`;
  const input = { localPart: tenant, extended: false };
  const fields = { localPart: "/tenant" };
  await runOperation(call, getAccountCard, { input, fields });
  return `${tenant}@${addressDomain}`;
}

function foreignContext() {
  const detail = "contextId is not the context of the task";
  return wrongParams({
    pointer: "/message/contextId",
    code: "mismatch",
    detail,
  });
}
