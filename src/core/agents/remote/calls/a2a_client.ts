import { parseJson } from "../../../access/read_json.ts";
import type { ExternalServices } from "../../../base/external_services.ts";
import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { cleanLine, firstChars } from "../../../base/text.ts";
import { parseForeignUrl } from "../foreign_url.ts";
import type { GuardedAnswer } from "../guarded_request.ts";
import { guardedRequest } from "../guarded_request.ts";
import type { RemoteInterface } from "./choose_interface.ts";
import type { RemoteMessage, RemoteTask } from "./remote_task.ts";
import { readRemoteMessage, readRemoteTask } from "./remote_task.ts";

/** A request as it will leave, for whoever signs it. */
export interface LeavingRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly contentType?: string;
  /** "" for a GET. */
  readonly body: string;
}

/** How an agent is called: from where, and with which headers of a signature. */
export interface RemoteCaller {
  readonly outside: ExternalServices;
  readonly agent: RemoteInterface;
  /** Headers of a signed request; none if absent. */
  readonly sign?: (request: LeavingRequest) => Readonly<Record<string, string>>;
  /** URIs of the extensions that the request activates. */
  readonly extensions?: readonly string[];
}

/** The outcome of a call. */
export type RemoteOutcome =
  | { readonly came: "task"; readonly task: RemoteTask }
  /** An answer without a task: nothing more will follow. */
  | { readonly came: "message"; readonly message: RemoteMessage }
  | {
      readonly came: "refused";
      /** A2A's code of the error, or the HTTP status. */
      readonly code: number;
      /** The agent's own words, on one line. */
      readonly detail: string;
      /** True if the same call will not be taken later, either. */
      readonly isFinal: boolean;
      readonly retryAfter?: string;
    }
  | { readonly came: "unreachable"; readonly error: string };

/** Sends a message (A2A 1.0, 3.1.1): opens a task, or continues the one that it names. */
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

/** Reads a task (A2A 1.0, 3.1.3) with its newest messages. */
export function getRemoteTask(
  caller: RemoteCaller,
  taskId: string,
  historyLength: number = LIMITS.remoteMessagesMax,
): Promise<RemoteOutcome> {
  return call(caller, {
    rpc: "GetTask",
    method: "GET",
    path: `/tasks/${encodeURIComponent(taskId)}?historyLength=${historyLength}`,
    params: { id: taskId, historyLength },
  });
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
  });
}

/** One method, in the words of both bindings. */
interface Asked {
  readonly rpc: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly params: JsonObject;
}

const ID = 1;

async function call(
  caller: RemoteCaller,
  asked: Asked,
): Promise<RemoteOutcome> {
  const { outside, agent, sign, extensions } = caller;
  const isRpc = agent.binding === "JSONRPC";
  const request = isRpc ? asRpc(agent, asked) : asHttp(agent, asked);
  let answer: GuardedAnswer;
  try {
    answer = await guardedRequest(outside, {
      ...request,
      url: parseForeignUrl(outside, request.url),
      headers: {
        accept: isRpc ? "application/json" : "application/a2a+json",
        ...(request.contentType && { "content-type": request.contentType }),
        ...(extensions && { "a2a-extensions": extensions.join(", ") }),
        ...sign?.(request),
      },
      answerBytesMax: LIMITS.remoteAnswerBytesMax,
      signal: outside.deadline(LIMITS.remoteAnswerMs),
    });
  } catch (error) {
    return { came: "unreachable", error: codeOf(error) };
  }
  if (answer.isCut) return { came: "unreachable", error: "too_large" };
  return isRpc ? readRpc(answer) : readHttp(answer);
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
  { url, tenant }: RemoteInterface,
  { method, path, params }: Asked,
): LeavingRequest {
  const within = tenant === null ? "" : `/${encodeURIComponent(tenant)}`;
  const at = `${url.replace(/\/$/, "")}${within}${path}`;
  if (method === "GET") return { method, url: at, body: "" };
  const contentType = "application/a2a+json";
  return { method, url: at, contentType, body: JSON.stringify(params) };
}

function readRpc(answer: GuardedAnswer): RemoteOutcome {
  const body = jsonIn(answer.text);
  const { status } = answer;
  if (!isObject(body)) return refusedBy(answer, status, "");
  const { id, error, result } = body;
  if (isObject(error)) {
    return refusedBy(answer, Number(error.code), error.message);
  }
  if (status !== 200 || id !== ID) return refusedBy(answer, status, "");
  return readResult(answer, result);
}

function readHttp(answer: GuardedAnswer): RemoteOutcome {
  const body = jsonIn(answer.text);
  const { status } = answer;
  if (status >= 200 && status < 300) return readResult(answer, body);
  const error = isObject(body) ? body.error : undefined;
  return refusedBy(answer, status, isObject(error) ? error.message : "");
}

/** GetTask and CancelTask answer with the task itself, SendMessage with one member. */
function readResult(answer: GuardedAnswer, result: unknown): RemoteOutcome {
  const { task: member, message: alone } = isObject(result) ? result : {};
  const task = readRemoteTask(member ?? result);
  if (task) return { came: "task", task };
  const message = readRemoteMessage(alone);
  if (message) return { came: "message", message };
  return refusedBy(answer, INVALID_ANSWER, "");
}

/** A2A's code for an answer that is none. */
const INVALID_ANSWER = -32006;

/** Errors of A2A and HTTP after which the same call may succeed later. */
const PASSING: ReadonlySet<number> = new Set([
  ...[408, 425, 429, 500, 502, 503, 504],
  ...[-32603, INVALID_ANSWER],
]);

function refusedBy(
  { headers, status }: GuardedAnswer,
  code: number,
  said: unknown,
): RemoteOutcome {
  const detail = firstChars(
    cleanLine(typeof said === "string" ? said : ""),
    LIMITS.remoteDetailCharsMax,
  );
  const retryAfter = headers["retry-after"];
  return {
    came: "refused",
    code,
    detail,
    isFinal: !PASSING.has(code) && !PASSING.has(status),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A code for the log of a delivery, never the other side's words. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error && error.name === "TimeoutError"
    ? "ETIME"
    : "unreachable";
}
