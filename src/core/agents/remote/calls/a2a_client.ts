import { readCalls } from "../../../access/read_json.ts";
import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { GuardedAnswer } from "../guarded_request.ts";
import { JSON_TYPE } from "../http_exchange.ts";
import type { RemoteInterface } from "./choose_interface.ts";
import type { LeavingRequest, RemoteReach } from "./leaving_request.ts";
import { sendRequest } from "./leaving_request.ts";
import type { RemoteRefusal, RemoteSilence } from "./refusal.ts";
import {
  codeOfStatus,
  INVALID_ANSWER,
  refusedBy,
  TOO_LARGE,
} from "./refusal.ts";
import type { RemoteMessage, RemoteTask } from "./remote_task.ts";
import { readRemoteMessage, readRemoteTask } from "./remote_task.ts";

/** How an agent is called. */
export interface RemoteCaller extends RemoteReach {
  readonly agent: RemoteInterface;
  /** URIs of the extensions that the request activates. */
  readonly extensions?: readonly string[];
}

/** The outcome of a call. */
export type RemoteOutcome =
  | { readonly came: "task"; readonly task: RemoteTask }
  /** An answer without a task: nothing more will follow. */
  | { readonly came: "message"; readonly message: RemoteMessage }
  | RemoteRefusal
  | RemoteSilence;

/**
 * Sends a message (A2A 1.0, 3.1.1): opens a task, or continues the one that it names. The
 * caller judges whether the task that answers is the one that it expects.
 */
export function sendRemoteMessage(
  caller: RemoteCaller,
  params: JsonObject,
): Promise<RemoteOutcome> {
  return call(caller, {
    rpc: "SendMessage",
    method: "POST",
    path: "/message:send",
    params,
  });
}

/**
 * Reads a task (A2A 1.0, 3.1.3) with its newest messages. If that is too large to be read,
 * fewer messages are asked for.
 */
export async function getRemoteTask(
  caller: RemoteCaller,
  taskId: string,
  historyLength: number = LIMITS.remoteMessagesMax,
): Promise<RemoteOutcome> {
  const came = await call(caller, {
    rpc: "GetTask",
    method: "GET",
    path: `/tasks/${encodeURIComponent(taskId)}`,
    query: { historyLength: String(historyLength) },
    params: { id: taskId, historyLength },
    taskId,
  });
  return came === TOO_LARGE && historyLength > LIMITS.remoteMessagesFew
    ? await getRemoteTask(caller, taskId, LIMITS.remoteMessagesFew)
    : came;
}

/** Cancels a task (A2A 1.0, 3.1.5). */
export function cancelRemoteTask(
  caller: RemoteCaller,
  taskId: string,
  metadata: JsonObject = {},
): Promise<RemoteOutcome> {
  return call(caller, {
    rpc: "CancelTask",
    method: "POST",
    path: `/tasks/${encodeURIComponent(taskId)}:cancel`,
    params: { id: taskId, metadata },
    taskId,
  });
}

/** One method, in the words of both bindings. */
interface Asked {
  readonly rpc: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly params: JsonObject;
  /** The task that has to answer. */
  readonly taskId?: string;
}

const ID = 1;

async function call(
  caller: RemoteCaller,
  asked: Asked,
): Promise<RemoteOutcome> {
  const { agent, extensions = [] } = caller;
  const isRpc = agent.binding === "JSONRPC";
  const request = isRpc ? asRpc(agent, asked) : asHttp(agent, asked);
  const answer = await sendRequest(caller, request, {
    headers: {
      accept: isRpc
        ? "application/json"
        : "application/a2a+json, application/json",
      ...(extensions.length > 0 && { "a2a-extensions": extensions.join(", ") }),
    },
    bytesMax: LIMITS.remoteAnswerBytesMax,
    ms: LIMITS.remoteAnswerMs,
  });
  if ("came" in answer) return answer;
  const body = await bodyOf(answer);
  if (body === TOO_LARGE) return TOO_LARGE;
  const result = isRpc ? readRpc(answer, body) : readHttp(answer, body);
  if ("came" in result) return result;
  return readResult(result.value, asked) ?? refusedBy(answer, INVALID_ANSWER);
}

function asRpc(
  { url, tenant }: RemoteInterface,
  { rpc: method, params }: Asked,
): LeavingRequest {
  const named = tenant === null ? params : { tenant, ...params };
  const body = { jsonrpc: "2.0", id: ID, method, params: named };
  const contentType = "application/json";
  return { method: "POST", url, contentType, body: JSON.stringify(body) };
}

function asHttp(
  { url: base, tenant }: RemoteInterface,
  { method, path, query = {}, params }: Asked,
): LeavingRequest {
  const at = new URL(base);
  const within = tenant === null ? "" : `/${encodeURIComponent(tenant)}`;
  at.pathname = at.pathname.replace(/\/+$/, "") + within + path;
  for (const it of Object.entries(query)) at.searchParams.append(...it);
  if (method === "GET") return { method, url: at.href, body: "" };
  const contentType = "application/a2a+json";
  return { method, url: at.href, contentType, body: JSON.stringify(params) };
}

/** The JSON of an answer; undefined if it is none. */
async function bodyOf(answer: GuardedAnswer): Promise<unknown> {
  try {
    return await readCalls(answer.bytes);
  } catch (error) {
    const isTooMuch =
      error instanceof ServiceError && error.code === "payload_too_large";
    return isTooMuch ? TOO_LARGE : undefined;
  }
}

/** A result that is still to be read. */
interface Given {
  readonly value: unknown;
}

function readRpc(answer: GuardedAnswer, body: unknown): Given | RemoteRefusal {
  const { id, error, result } = isObject(body) ? body : {};
  if (isObject(error) && Number.isSafeInteger(error.code)) {
    return refusedBy(answer, Number(error.code), error.message, error.data);
  }
  return isGiven(answer) && id === ID ? { value: result } : noResult(answer);
}

function readHttp(answer: GuardedAnswer, body: unknown): Given | RemoteRefusal {
  if (isGiven(answer)) return { value: body };
  const { error } = isObject(body) ? body : {};
  if (!isObject(error)) return noResult(answer);
  const code = codeOfStatus(error) ?? answer.status;
  return refusedBy(answer, code, error.message, error.details);
}

/** True for a success: some servers answer a new task with 201. */
function isGiven(answer: GuardedAnswer): boolean {
  const type = answer.headers["content-type"] ?? "";
  return isSuccess(answer) && JSON_TYPE.test(type);
}

function isSuccess({ status }: GuardedAnswer): boolean {
  return status >= 200 && status < 300;
}

function noResult(answer: GuardedAnswer): RemoteRefusal {
  return refusedBy(answer, isSuccess(answer) ? INVALID_ANSWER : answer.status);
}

/**
 * GetTask and CancelTask answer with the task itself, SendMessage with one member. Undefined
 * for another task than that which was asked for.
 */
function readResult(
  result: unknown,
  { taskId }: Asked,
): RemoteOutcome | undefined {
  const { task: member, message: alone } = isObject(result) ? result : {};
  const task = readRemoteTask(member ?? result);
  if (task) {
    const isIt = taskId === undefined || task.id === taskId;
    return isIt ? { came: "task", task } : undefined;
  }
  const message = taskId === undefined ? readRemoteMessage(alone) : undefined;
  return message && { came: "message", message };
}
