import { problemOf, rowOf, ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";

export const PATH = "/api/mcp";

const JSON_TYPE = /^application\/json *(;|$)/i;

/** @throws unsupported_media_type */
export function checkContentType(request: Request): void {
  if (JSON_TYPE.test(request.headers.get("content-type") ?? "")) return;
  throw new ServiceError("unsupported_media_type", {
    detail: "Cannot read the body: send Content-Type: application/json.",
  });
}

/** How an answer is written. */
export type Form = "json" | "events";

const JSON_TYPES = ["application/json", "application/*", "*/*"];
const EVENT_TYPES = ["text/event-stream", "text/*"];
/** What the official clients send. */
const USUAL = new Set([
  "application/json, text/event-stream",
  "text/event-stream, application/json",
  "application/json",
  "*/*",
]);

/**
 * Chooses the form of the answer by what the client accepts; JSON if it may.
 * @throws not_acceptable
 */
export function formFor({ headers }: Request): Form {
  const accept = headers.get("accept");
  if (!accept || USUAL.has(accept)) return "json";
  const types = acceptedTypes(accept);
  if (JSON_TYPES.some((type) => types.includes(type))) return "json";
  if (EVENT_TYPES.some((type) => types.includes(type))) return "events";
  throw new ServiceError("not_acceptable", {
    detail:
      "Cannot answer in an accepted type: accept application/json or text/event-stream.",
  });
}

/** The types of an Accept header, but for those that it rules out. */
function acceptedTypes(accept: string): readonly string[] {
  return accept
    .toLowerCase()
    .split(",")
    .filter((range) => !/; *q=0(\.0*)? *(;|$)/.test(range))
    .map((range) => range.split(";")[0]?.trim() ?? "");
}

/** True if the client would take a stream of server-sent events. */
export function acceptsEvents({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/event-stream") ?? false;
}

/** Answers with JSON-RPC messages, each already a JSON text. */
export function answered(
  answers: readonly string[],
  { isBatch, form }: { readonly isBatch: boolean; readonly form: Form },
): Response {
  const [first] = answers;
  if (first === undefined) return new Response(null, { status: 202 });
  if (form === "events") {
    const events = answers.map((it) => `event: message\ndata: ${it}\n\n`);
    return new Response(events.join(""), EVENTS);
  }
  return new Response(isBatch ? `[${answers.join(",")}]` : first, JSON_OK);
}

const JSON_OK = { headers: { "content-type": "application/json" } };
const EVENTS = {
  headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
};

/** Answers a POST of which no single message can be answered. */
export function refusedWhole(text: string): Response {
  return new Response(text, { ...JSON_OK, status: 400 });
}

/** Answers with a problem object, as the other interfaces do (docs/errors.md). */
export function problemResponse(
  { settings: { baseUrl }, log }: Pick<Services, "settings" | "log">,
  thrown: unknown,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const error =
    thrown instanceof ServiceError
      ? thrown
      : new ServiceError("internal", { cause: thrown });
  const { status } = rowOf(error);
  if (status >= 500) {
    log.error(`tools.${error.code}`, error.cause ?? error, requestId);
  }
  const problem = {
    ...problemOf(error, { baseUrl, requestId, wire: "mcp" }),
    instance: PATH,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(status === 503 && { "retry-after": "1" }),
      ...more,
    },
  });
}
