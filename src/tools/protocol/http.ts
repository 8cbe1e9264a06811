import type { JsonObject } from "../../core/base/json.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { preferredType } from "../../http/accepts.ts";
import type { EventStreams } from "../../http/event_streams.ts";
import { eventStream, STREAM_HEADERS } from "../../http/event_streams.ts";
import type { Listening } from "./method.ts";

export const PATH = "/api/mcp";

const JSON_TYPE = /^application\/json *(;|$)/i;

/** @throws unsupported_media_type */
export function checkContentType(request: Request): void {
  if (JSON_TYPE.test(request.headers.get("content-type") ?? "")) return;
  throw new ServiceError("unsupported_media_type", {
    detail: toldAsIs(
      "Cannot read the body: send Content-Type: application/json.",
    ),
  });
}

/** How an answer is written. */
export type ResponseForm = "json" | "events";

/**
 * Chooses the form of the answer that the client accepts; JSON if possible.
 * @throws not_acceptable
 */
export function formFor({ headers }: Request): ResponseForm {
  const accept = headers.get("accept") ?? "";
  if (preferredType(accept, ["application/json"])) return "json";
  if (preferredType(accept, ["text/event-stream"])) return "events";
  throw new ServiceError("not_acceptable", {
    detail: toldAsIs(
      "Cannot answer in an accepted type: accept application/json or text/event-stream.",
    ),
  });
}

/** True if the client accepts a stream of server-sent events. */
export function acceptsEvents({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/event-stream") ?? false;
}

/** How answers are sent. */
interface Leaving {
  readonly isBatch: boolean;
  readonly form: ResponseForm;
  readonly status?: number;
  readonly session?: string | undefined;
}

/** Answers with JSON-RPC messages, each already a JSON text. */
export function answered(
  answers: readonly string[],
  { isBatch, form, status = 200, session }: Leaving,
): Response {
  const [first] = answers;
  if (first === undefined) return new Response(null, { status: 202 });
  const response =
    form === "events" && status === 200
      ? new Response(answers.map(eventOf).join(""), { headers: STREAM_HEADERS })
      : new Response(isBatch ? `[${answers.join(",")}]` : first, {
          ...JSON_OK,
          status,
        });
  if (session !== undefined) response.headers.set("mcp-session-id", session);
  return response;
}

const UTF8 = new TextEncoder();

function eventOf(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}

/** Answers with a stream of notifications (MCP 2026-07-28, subscriptions). */
export function listening(
  { subscription, first, notify, last }: Listening,
  { log }: Pick<Services, "log">,
  streams: EventStreams,
): Response {
  const written = (all: readonly JsonObject[]) =>
    UTF8.encode(all.map((it) => eventOf(JSON.stringify(it))).join(""));
  const body = eventStream(subscription, {
    streams,
    log: (error) => log.error("tools.listen", error),
    first: written([first]),
    last: written([last]),
    write({ event, data }) {
      const all = notify(event, data);
      return all.length > 0 ? written(all) : undefined;
    },
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

const JSON_OK = { headers: { "content-type": "application/json" } };
/** Answers a POST in which no single message can be answered. */
export function refusedWhole(text: string): Response {
  return new Response(text, { ...JSON_OK, status: 400 });
}
