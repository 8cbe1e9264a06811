/**
 * How does another agent call an operation over A2A? One entry per method;
 * `http/table.ts` has their paths over HTTP. `shapes.ts` formats answers,
 * `reworded.ts` words errors, `message_fields.ts` says which parts of a message
 * are stored, `card_host.ts` serves the host of a card, `payment.ts` reads
 * payments.
 * @module
 */

import type { Proto } from "../../packages/standards/src/proto/message.ts";
import {
  fault,
  faultMissing,
  structMember,
  structWithin,
} from "../../packages/standards/src/proto/message.ts";
import {
  readEnum,
  readFlag,
  readInteger,
  readMoment,
  readText,
  readWithin,
} from "../../packages/standards/src/proto/read_fields.ts";
import { isMember, SYSTEM } from "../core/access/principal.ts";
import { TASK_STATES } from "../core/agents/remote/calls/remote_task.ts";
import { LIMITS } from "../core/base/limits.ts";
import { showTime } from "../core/base/time.ts";
import { threadOf } from "../core/conversations/read/projection/present.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { cancelConversation } from "../core/operations/cancel_conversation.ts";
import { endRemoteTake } from "../core/operations/end_remote_take.ts";
import { getAccountCard } from "../core/operations/get_account_card.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { getServiceCard } from "../core/operations/get_service_card.ts";
import { listTasks } from "../core/operations/list_tasks.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { ProtocolError } from "./errors.ts";
import { readPayment } from "./payment.ts";
import { faultUnknown } from "./proto_wire.ts";
import type { A2aMethod, RpcCall } from "./rpc_call.ts";
import { methodOf } from "./rpc_call.ts";
import { continueTask, openTask, payNoTask, payTask } from "./send_message.ts";
import { boundedId, readSentTaskId } from "./sending.ts";
import { stateOf } from "./shapes.ts";
import { showTaskOf, showTasks, WHOLE_TASK } from "./show_tasks.ts";
import { termsTask } from "./terms.ts";

const TASK_FIELDS = { conversationId: "/id", reason: "/reason" };

const getTask = methodOf({
  operation: getConversation,
  read(params) {
    const historyLength =
      readInteger(params, "historyLength") ?? LIMITS.readMessagesDefault;
    const before = readText(params, "before");
    const input = {
      conversationId: readTaskId(params),
      limit: Math.min(Math.max(historyLength, 1), LIMITS.readMessagesMax),
      ...(before !== undefined && { before: boundedId(before) }),
    };
    return { input, fields: TASK_FIELDS, view: { historyLength } };
  },
  show: (read, call, asked) =>
    showTaskOf({ conversation: threadOf(read) }, call, asked),
});

const listAllTasks = methodOf({
  operation: listTasks,
  read(params) {
    const pageSize =
      readInteger(params, "pageSize", { min: 1, max: LIMITS.a2aPageMax }) ??
      LIMITS.a2aPageDefault;
    const state = stateOf(readEnum(params, "status", TASK_STATES));
    const after = readMoment(params, "statusTimestampAfter");
    const view = readText(params, "view");
    const contextId = readText(params, "contextId");
    const cursor = readText(params, "pageToken");
    const historyLength =
      readInteger(params, "historyLength") ?? LIMITS.threadMessagesMax;
    const artifacts = readFlag(params, "includeArtifacts") ? "always" : "never";
    const input = {
      limit: pageSize,
      messages: historyLength,
      ...(state !== undefined && { state }),
      ...(after !== undefined && { changedSince: showTime(after) }),
      ...(view !== undefined && { view }),
      ...(contextId !== undefined && { contextId: boundedId(contextId) }),
      ...(cursor !== undefined && { cursor }),
    };
    return {
      input,
      fields: LIST_FIELDS,
      view: { historyLength, artifacts } as const,
    };
  },
  async show({ conversations, nextCursor, total }, { services }, asked) {
    return {
      tasks: await showTasks(services, conversations, asked.view),
      nextPageToken: nextCursor ?? "",
      pageSize: asked.input.limit,
      totalSize: total,
    };
  },
});

const LIST_FIELDS = {
  cursor: "/pageToken",
  limit: "/pageSize",
  state: "/status",
  changedSince: "/statusTimestampAfter",
};

const CANCELED = { fields: TASK_FIELDS, view: WHOLE_TASK };

const cancelTask = methodOf({
  operation: cancelConversation,
  read(params) {
    const conversationId = readTaskId(params);
    const reason = readReason(params) ?? "Canceled over A2A";
    return { input: { conversationId, reason }, ...CANCELED };
  },
  show: showTaskOf,
});

const getCanceledTask = methodOf({
  operation: getConversation,
  read: (params) => ({
    input: { conversationId: readTaskId(params) },
    ...CANCELED,
  }),
  show: showTaskOf,
});

/** The card for the caller; `full` is that of the HTTP+JSON binding. */
export function extendedCard(full?: true): A2aMethod {
  return whereGiven(
    (it) => readText(it, "tenant"),
    methodOf({
      operation: getAccountCard,
      read: (params) => ({
        input: { localPart: readText(params, "tenant"), extended: true, full },
        fields: { localPart: "/tenant" },
      }),
      show: ({ card }) => card,
    }),
    methodOf({
      operation: getServiceCard,
      read: () => ({ input: { extended: true, full } }),
      show: (card) => card,
    }),
  );
}

/** The methods that both bindings serve. */
export const TASK_METHODS = {
  SendMessage: whereGiven(
    readSentTaskId,
    whereGiven(readPayment, payTask, (params, call) =>
      (termsTask(params) ?? continueTask)(params, call),
    ),
    whereGiven(readPayment, payNoTask, openTask),
  ),
  GetTask: getTask,
  ListTasks: listAllTasks,
  CancelTask: unlessCanceled(cancelTask),
} as const;

/** Every method of JSON-RPC, and one that points elsewhere. */
export const A2A_METHODS: ReadonlyMap<string, A2aMethod> = new Map<
  string,
  A2aMethod
>([
  ...Object.entries(TASK_METHODS),
  ["GetExtendedAgentCard", extendedCard()],
  ["SubscribeToTask", sayWhereEventsAre],
]);

/** A method with two operations: one if a param is given, one if not. */
function whereGiven(
  read: (params: Proto) => unknown,
  given: A2aMethod,
  absent: A2aMethod,
): A2aMethod {
  return (params, call) =>
    (read(params) === undefined ? absent : given)(params, call);
}

/** A2A 3.3.1: cancel is idempotent, so a canceled task is the answer. */
function unlessCanceled(cancel: A2aMethod): A2aMethod {
  return async (params, call) => {
    try {
      return await cancel(params, call);
    } catch (error) {
      if (!isCanceledAlready(error)) {
        await showCrossed(params, call, error);
        throw error;
      }
      return await getCanceledTask(params, call);
    }
  };
}

/** Shows to those here that another service canceled what they had ended: both were on their way. */
async function showCrossed(
  params: Proto,
  { services, caller: { principal, evidence, requestId } }: RpcCall,
  error: unknown,
): Promise<void> {
  const hasEnded =
    error instanceof ServiceError && error.code === "not_cancelable";
  const isForeign = isMember(principal) && principal.origin !== undefined;
  if (!hasEnded || !isForeign) return;
  const caller = { principal: SYSTEM, via: "a2a", requestId } as const;
  await callOperation(services, endRemoteTake, caller, {
    conversationId: readTaskId(params),
    accountId: principal.accountId,
    head: CANCELED_THERE,
    ...(evidence && { evidence }),
    ...{ added: 0, dropped: 0, hasMore: false },
  });
}

const CANCELED_THERE = {
  ...{ taskId: null, contextId: null, version: null, knownBefore: 0 },
  state: "TASK_STATE_CANCELED",
} as const;

function isCanceledAlready(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    error.code === "not_cancelable" &&
    error.extra.state === "canceled"
  );
}

/** `id` as in A2A, or `taskId`. */
export function readTaskId(params: Proto): string {
  const id = readText(params, "id");
  const taskId = readText(params, "taskId");
  if (id !== undefined && taskId !== undefined && id !== taskId) {
    fault(params, "taskId", "id and taskId differ");
  }
  const found = id ?? taskId;
  if (found === undefined) faultMissing(params, "id");
  return boundedId(found ?? "");
}

function readReason(params: Proto): string | undefined {
  const metadata = readWithin(params, "metadata");
  const svc = metadata && structWithin(metadata, "svc");
  if (svc) faultUnknown(svc, ["reason"]);
  const reason = readText(params, "reason");
  const inner = svc && structMember(svc, "reason");
  if (reason !== undefined || !svc || inner === undefined) return reason;
  if (typeof inner === "string") return inner;
  return fault(svc, "reason", "reason must be a string");
}

/** JSON-RPC does not stream here: the error names REST's event stream. */
async function sayWhereEventsAre(
  params: Proto,
  { services }: RpcCall,
): Promise<never> {
  const given = readText(params, "id") ?? readText(params, "taskId");
  const id = given ? encodeURIComponent(boundedId(given)) : "{id}";
  const path = `/v1/conversations/${id}/subscribe`;
  throw new ProtocolError(
    "streaming_elsewhere",
    `Use GET ${services.settings.baseUrl}${path}`,
  );
}
