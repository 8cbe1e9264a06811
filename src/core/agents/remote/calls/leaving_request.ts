import type { ExternalServices } from "../../../base/external_services.ts";
import { isObject } from "../../../base/json.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { parseForeignUrl } from "../foreign_url.ts";
import type { GuardedAnswer } from "../guarded_request.ts";
import { guardedRequest } from "../guarded_request.ts";
import type { RemoteRefusal, RemoteSilence } from "./refusal.ts";
import {
  INVALID_ANSWER,
  NOT_ALLOWED,
  refusedBy,
  TOO_LARGE,
} from "./refusal.ts";

/** A request as it will leave, for whoever signs it. */
export interface LeavingRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly contentType?: string;
  /** "" for a GET. */
  readonly body: string;
}

/** How a request leaves: from where, and with which headers of a signature. */
export interface RemoteReach {
  readonly outside: ExternalServices;
  /** Headers of a signed request; none if absent. */
  readonly sign?: (request: LeavingRequest) => Readonly<Record<string, string>>;
}

/** The headers of a request besides its signature, and the bounds of its answer. */
export interface Wanted {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
  readonly ms: number;
}

/** Sends a request of ours to an agent. A longer answer is an error, and not cut. */
export async function sendRequest(
  { outside, sign }: RemoteReach,
  request: LeavingRequest,
  { headers, bytesMax, ms }: Wanted,
): Promise<GuardedAnswer | RemoteRefusal | RemoteSilence> {
  const { method, contentType, body } = request;
  const signal = outside.deadline(ms);
  let answer: GuardedAnswer;
  try {
    const url = parseForeignUrl(outside, request.url);
    answer = await guardedRequest(outside, {
      ...{ method, url, body },
      headers: {
        ...headers,
        ...(contentType && { "content-type": contentType }),
        // As it is sent: a signature covers the whole URL.
        ...sign?.({ ...request, url: url.href }),
      },
      answerBytesMax: bytesMax,
      signal,
    });
  } catch (error) {
    if (error instanceof ServiceError) return NOT_ALLOWED;
    return { came: "unreachable", error: silenceOf(error, signal) };
  }
  if (answer.isCut) return TOO_LARGE;
  // A few compressed bytes can expand without limit.
  const encoding = answer.headers["content-encoding"] ?? "identity";
  return encoding === "identity" ? answer : refusedBy(answer, INVALID_ANSWER);
}

/** Says nothing about this network: a refused address looks like a dead one. */
function silenceOf(
  error: unknown,
  { aborted }: AbortSignal,
): RemoteSilence["error"] {
  if (aborted) return "timeout";
  return isObject(error) && error.code === "ECONNRESET"
    ? "cut_off"
    : "unreachable";
}
