import { LIMITS } from "../core/base/limits.ts";
import { showTime } from "../core/base/time.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { cancelConversation } from "../core/operations/cancel_conversation.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { getServiceCard } from "../core/operations/get_service_card.ts";
import { listTasks } from "../core/operations/list_tasks.ts";
import { ProtocolError } from "./errors.ts";
import type { Wire } from "./proto_json.ts";
import {
  fault,
  faultMissing,
  faultUnknown,
  readEnum,
  readFlag,
  readInteger,
  readMessage,
  readMoment,
  readText,
  refuseFaults,
  structMember,
  structWithin,
} from "./proto_json.ts";
import type { RpcCall } from "./rpc_call.ts";
import { runOperation } from "./rpc_call.ts";
import { sendTaskMessage } from "./send_message.ts";
import { stateOf, TASK_STATES } from "./shapes.ts";
import { showTask, showTasks } from "./show_tasks.ts";
import { cardOfTenant } from "./tenant.ts";

/** Says a method's params to an operation, and its output on the wire. */
export type Method = (params: Wire, call: RpcCall) => Promise<object>;

/** Every method that is served, and one that says where to go instead. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["SendMessage", sendTaskMessage],
  ["GetTask", getTask],
  ["ListTasks", listAllTasks],
  ["CancelTask", cancelTask],
  ["GetExtendedAgentCard", getExtendedAgentCard],
  ["SubscribeToTask", subscribeToTask],
]);

const TASK_FIELDS = { fields: { conversationId: "/id", reason: "/reason" } };

async function getTask(params: Wire, call: RpcCall): Promise<object> {
  const historyLength =
    readInteger(params, "historyLength") ?? LIMITS.a2aHistoryDefault;
  const before = readText(params, "before");
  const input = {
    conversationId: readTaskId(params),
    limit: Math.min(Math.max(historyLength, 1), LIMITS.readMessagesMax),
    ...(before !== undefined && { before: boundedId(before) }),
  };
  refuseFaults(params);
  const found = await runOperation(call, getConversation, input, TASK_FIELDS);
  return showTask(call.services, found.conversation, { historyLength });
}

/** `id` as A2A says, or `taskId`. */
function readTaskId(params: Wire): string {
  const id = readText(params, "id");
  const taskId = readText(params, "taskId");
  if (id !== undefined && taskId !== undefined && id !== taskId) {
    fault(params, "taskId", "id and taskId differ");
  }
  const found = id ?? taskId;
  if (found === undefined) faultMissing(params, "id");
  return boundedId(found ?? "");
}

/** No id is as long as the bound: cut there, it is unknown like any other. */
function boundedId(id: string): string {
  return id.slice(0, LIMITS.idCharsMax);
}

async function listAllTasks(params: Wire, call: RpcCall): Promise<object> {
  const pageSize =
    readInteger(params, "pageSize", { min: 1, max: LIMITS.a2aPageMax }) ??
    LIMITS.a2aPageDefault;
  const state = stateOf(readEnum(params, "status", TASK_STATES));
  const after = readMoment(params, "statusTimestampAfter");
  const view = readText(params, "view");
  const contextId = readText(params, "contextId");
  const cursor = readText(params, "pageToken");
  const historyLength =
    readInteger(params, "historyLength") ?? LIMITS.a2aHistoryInPassing;
  const includeArtifacts = readFlag(params, "includeArtifacts") ?? false;
  refuseFaults(params);
  const input = {
    limit: pageSize,
    messages: historyLength,
    ...(state !== undefined && { state }),
    ...(after !== undefined && { changedSince: showTime(after) }),
    ...(view !== undefined && { view }),
    ...(contextId !== undefined && { contextId: boundedId(contextId) }),
    ...(cursor !== undefined && { cursor }),
  };
  const { conversations, nextCursor, total } = await runOperation(
    call,
    listTasks,
    input,
    LIST_FIELDS,
  );
  const artifacts = includeArtifacts ? "always" : "never";
  const shown = { historyLength, artifacts } as const;
  return {
    tasks: await showTasks(call.services, conversations, shown),
    nextPageToken: nextCursor ?? "",
    pageSize,
    totalSize: total,
  };
}

const LIST_FIELDS = {
  fields: {
    cursor: "/pageToken",
    limit: "/pageSize",
    state: "/status",
    changedSince: "/statusTimestampAfter",
  },
};

const CANCELED_VIEW = { historyLength: LIMITS.a2aHistoryInPassing };

async function cancelTask(params: Wire, call: RpcCall): Promise<object> {
  const conversationId = readTaskId(params);
  const reason = readReason(params) ?? "Canceled over A2A";
  refuseFaults(params);
  const input = { conversationId, reason };
  try {
    const { conversation } = await runOperation(
      call,
      cancelConversation,
      input,
      TASK_FIELDS,
    );
    return await showTask(call.services, conversation, CANCELED_VIEW);
  } catch (error) {
    // A2A 3.3.1: cancel is idempotent, so a canceled task is the answer.
    if (!isCanceledAlready(error)) throw error;
    const again = { conversationId };
    const found = await runOperation(call, getConversation, again, TASK_FIELDS);
    return showTask(call.services, found.conversation, CANCELED_VIEW);
  }
}

function readReason(params: Wire): string | undefined {
  const metadata = readMessage(params, "metadata");
  const svc = metadata && structWithin(metadata, "svc");
  if (svc) faultUnknown(svc, ["reason"]);
  const reason = readText(params, "reason");
  const inner = svc && structMember(svc, "reason");
  if (reason !== undefined || !svc || inner === undefined) return reason;
  if (typeof inner === "string") return inner;
  return fault(svc, "reason", "reason must be a string");
}

function isCanceledAlready(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    error.code === "not_cancelable" &&
    error.extra.state === "canceled"
  );
}

async function getExtendedAgentCard(
  params: Wire,
  call: RpcCall,
): Promise<object> {
  const tenant = readText(params, "tenant");
  refuseFaults(params);
  const extended = true;
  if (tenant === undefined) {
    return await runOperation(call, getServiceCard, { extended }, {});
  }
  return (await cardOfTenant(call, tenant, extended)).card;
}

/** Not streamed here: the error says where the events are. */
async function subscribeToTask(
  params: Wire,
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
