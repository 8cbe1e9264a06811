import type { Core } from "../access/context.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedRequest } from "../agents/remote/guarded_request.ts";
import { LIMITS } from "../base/limits.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

type Reaching = Pick<Core, "outside" | "settings">;

/**
 * Reads the URL of a webhook: a public host over https, unless the operator allows private
 * networks.
 * @throws url_refused
 */
export function readTarget({ outside, settings }: Reaching, text: string): URL {
  if (!settings.webhookPrivateNetworks) return parseForeignUrl(outside, text);
  const url = URL.parse(text);
  const isFit =
    url !== null &&
    text.length <= LIMITS.uriCharsMax &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password === "";
  if (!isFit) {
    throw new ServiceError("url_refused", {
      detail: told`Cannot send to this URL: use an http or https address without a user name.`,
    });
  }
  url.hash = "";
  return url;
}

/** The answer to an attempt. */
export interface Answered {
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
  readonly retryAfter: string | undefined;
}

/** A message as it leaves. */
interface Leaving {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a message once; any failure is an answer, too. */
export async function attempt(
  core: Reaching,
  target: string,
  { headers: sent, body }: Leaving,
): Promise<Answered> {
  const { outside, settings } = core;
  const signal = outside.deadline(LIMITS.webhookAttemptMs);
  try {
    const { status, headers, text } = await guardedRequest(outside, {
      url: readTarget(core, target),
      isPrivateAllowed: settings.webhookPrivateNetworks,
      headers: sent,
      body,
      answerBytesMax: LIMITS.webhookAnswerBytesMax,
      signal,
    });
    const retryAfter = headers["retry-after"];
    return { status, error: null, response: text, retryAfter };
  } catch (error) {
    const why = signal.aborted ? "timeout" : codeOf(error);
    return { status: null, error: why, response: null, retryAfter: undefined };
  }
}

/** A code, or that the target was not reached; nothing about this network. */
function codeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : "unreachable";
}
