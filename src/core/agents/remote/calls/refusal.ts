import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { GuardedAnswer } from "../guarded_request.ts";
import { lineOf } from "./remote_values.ts";

/** An answer that is none of what was asked for. */
export interface RemoteRefusal {
  readonly came: "refused";
  /**
   * A2A's code of the error over either binding, or the HTTP status: 401 and 403 if the agent
   * asks for a sign-in. 0 if its address may not be called from here.
   */
  readonly code: number;
  /** The agent's own words, on one line, after its name for the error. */
  readonly detail: string;
  /** True if the same call will not be taken later, either. */
  readonly isFinal: boolean;
  readonly retryAfter?: string;
}

/** No answer, or one beyond the limits. */
export interface RemoteSilence {
  readonly came: "unreachable";
  /** `cut_off` if the connection ended before the answer: the request may have arrived. */
  readonly error: "unreachable" | "cut_off" | "timeout" | "too_large";
}

/** The error of a call in one word: its code, or why there was no answer. Pure. */
export function errorOfCall(came: RemoteRefusal | RemoteSilence): string {
  return came.came === "refused" ? String(came.code) : came.error;
}

/** Errors of requests that may have arrived and been carried out all the same. */
const MAY_BE_THERE = /^(?:cut_off|timeout|too_large|50[024]|-32603|-32006)$/;

/** True if a request that failed so may have been carried out. Pure. */
export function mayBeThere(error: string | null): boolean {
  return error !== null && MAY_BE_THERE.test(error);
}

/** A2A's code for an answer that is none. */
export const INVALID_ANSWER = -32006;

/** An answer that is longer, or costs more, than is read. */
export const TOO_LARGE: RemoteSilence = {
  came: "unreachable",
  error: "too_large",
};

/** An interface whose URL may not be called, now or later. */
export const NOT_ALLOWED: RemoteRefusal = {
  came: "refused",
  code: 0,
  detail: "",
  isFinal: true,
};

/** Errors of A2A and HTTP after which the same call may succeed later. */
const PASSING: ReadonlySet<number> = new Set([
  ...[408, 425, 429],
  ...[-32603, INVALID_ANSWER],
]);

/** Proxies have more codes of 500 and above than HTTP; 501 and 505 are about the request. */
function isPassing(code: number): boolean {
  return PASSING.has(code) || (code >= 500 && code !== 501 && code !== 505);
}

const SIGN_IN: ReadonlySet<number> = new Set([401, 403]);

/** A refusal by its code and the words beside it. Pure. */
export function refusedBy(
  { headers, status }: Pick<GuardedAnswer, "headers" | "status">,
  code: number,
  said: unknown = "",
  details?: unknown,
): RemoteRefusal {
  const asksSignIn = SIGN_IN.has(status);
  // The next attempt is signed anew (RFC 9421, 5.2), with a key that is known by then.
  const asksSignature = headers["accept-signature"] !== undefined;
  const retryAfter = headers["retry-after"];
  return {
    came: "refused",
    code: asksSignIn ? status : code,
    detail: lineOf(named(said, details), LIMITS.remoteDetailCharsMax) ?? "",
    isFinal: asksSignIn
      ? !asksSignature
      : !(isPassing(code) || isPassing(status)),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** The words of an error after its code in the metadata of its ErrorInfo. */
function named(said: unknown, details: unknown): unknown {
  const [info]: unknown[] = Array.isArray(details) ? details : [];
  const { code } =
    isObject(info) && isObject(info.metadata) ? info.metadata : {};
  return typeof code === "string" ? `${code}: ${String(said)}` : said;
}

/** The reasons of A2A's own errors (A2A 1.0, 5.4), and their codes over JSON-RPC. */
const CODES: ReadonlyMap<unknown, number> = new Map([
  ["TASK_NOT_FOUND", -32001],
  ["TASK_NOT_CANCELABLE", -32002],
  ["PUSH_NOTIFICATION_NOT_SUPPORTED", -32003],
  ["UNSUPPORTED_OPERATION", -32004],
  ["CONTENT_TYPE_NOT_SUPPORTED", -32005],
  ["INVALID_AGENT_RESPONSE", INVALID_ANSWER],
  ["EXTENDED_AGENT_CARD_NOT_CONFIGURED", -32007],
  ["EXTENSION_SUPPORT_REQUIRED", -32008],
  ["VERSION_NOT_SUPPORTED", -32009],
]);

/** The code of a google.rpc.Status by its ErrorInfo; undefined without a known one. Pure. */
export function codeOfStatus({ details }: JsonObject): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const reasons = details.map((it) => (isObject(it) ? it.reason : undefined));
  return CODES.get(reasons.find((it) => CODES.has(it)));
}
