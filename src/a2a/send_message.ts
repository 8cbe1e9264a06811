import { ServiceError } from "../core/errors/errors.ts";
import { createConversation } from "../core/operations/create_conversation.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { awaitSettled } from "../core/pipeline/await_settled.ts";
import { checkMediaTypes } from "./parts.ts";
import type { Wire } from "./proto_json.ts";
import type { RpcCall } from "./rpc_call.ts";
import { runOperation } from "./rpc_call.ts";
import type { Sending, ServiceFields } from "./sending.ts";
import { readSending } from "./sending.ts";
import type { Task } from "./shapes.ts";
import { showTask } from "./show_tasks.ts";
import { cardOfTenant } from "./tenant.ts";

/**
 * A2A 3.1.1: starts a task, or continues the one that taskId names. A person may
 * answer in days, so only the service's own agents are waited for
 * (docs/a2a.md, Opening a task).
 */
export async function sendTaskMessage(
  params: Wire,
  call: RpcCall,
): Promise<object> {
  const sending = readSending(params, call.keyHeader);
  checkMediaTypes(sending.parts);
  const { taskId, historyLength, returnImmediately } = sending;
  const { begun, warnings } =
    taskId === undefined
      ? await open(call, sending)
      : { begun: await append(call, sending, taskId), warnings: undefined };
  const conversation = returnImmediately
    ? begun
    : await awaitSettled(call.services, call.caller, begun);
  const view = { historyLength };
  const task = await showTask(call.services, conversation, view);
  return { task: warnings ? withWarnings(task, warnings) : task };
}

async function open(call: RpcCall, sending: Sending) {
  const { values, pointers } = sending.service;
  const { mode: _onlyOnAppend, ...fields } = values;
  const { contextId, idempotencyKey, a2a } = sending;
  const input = {
    ...(!namesRecipients(fields) && {
      to: await addresseeOf(call, sending.tenant),
    }),
    ...fields,
    parts: sending.parts,
    ...(contextId !== undefined && { contextId }),
    submit: true,
  };
  const output = await runOperation(call, createConversation, input, {
    idempotencyKey,
    a2a,
    fields: {
      ...(!namesRecipients(fields) && { "to/0": "/tenant" }),
      ...pointers,
      ...MESSAGE_FIELDS,
    },
  });
  return { begun: output.conversation, warnings: output.warnings };
}

/** A made task is shared: what only this answer says goes into a copy. */
function withWarnings(task: Task, warnings: readonly object[]): Task {
  const { svc } = task.metadata;
  return { ...task, metadata: { svc: { ...svc, warnings } } };
}

const MESSAGE_FIELDS = {
  parts: "/message/parts",
  contextId: "/message/contextId",
  conversationId: "/message/taskId",
} as const;

async function append(
  call: RpcCall,
  { parts, a2a, contextId, idempotencyKey, service }: Sending,
  conversationId: string,
) {
  const fields = { ...service.pointers, ...MESSAGE_FIELDS };
  if (contextId !== undefined) {
    // A2A 3.4.3: refused before anything is written; a context never changes.
    const input = { conversationId };
    const found = await runOperation(call, getConversation, input, { fields });
    if (found.contextId !== contextId) throw foreignContext();
  }
  const { mode, needsInput, accept } = service.values;
  const input = {
    conversationId,
    parts,
    ...(mode !== undefined && { mode }),
    ...(needsInput !== undefined && { needsInput }),
    ...(accept !== undefined && { accept }),
  };
  const origin = { fields, idempotencyKey, a2a };
  const output = await runOperation(call, sendMessage, input, origin);
  return output.conversation;
}

function namesRecipients(fields: ServiceFields["values"]): boolean {
  return "to" in fields || "cc" in fields || "bcc" in fields;
}

/**
 * Whose card was used; else the service's own agent, which answers anyone.
 * @throws invalid_input for the tenant of no card: a wrong one is no address to
 * send an invite to.
 */
async function addresseeOf(
  call: RpcCall,
  tenant: string | undefined,
): Promise<string> {
  const { addressDomain } = call.services.settings;
  if (tenant === undefined) return `hello@${addressDomain}`;
  await cardOfTenant(call, tenant, false);
  return `${tenant}@${addressDomain}`;
}

function foreignContext(): ServiceError {
  const detail = "contextId is not the context of the task";
  const pointer = "/message/contextId";
  return new ServiceError("invalid_input", {
    detail: `Invalid parameters: ${detail}.`,
    errors: [{ pointer, code: "mismatch", detail }],
  });
}
