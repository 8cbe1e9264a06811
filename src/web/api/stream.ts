import { noteReached, noteUnreached } from "./connection.ts";
import type { StreamEvent } from "./event_lines.ts";
import { EventLines } from "./event_lines.ts";
import { Problem, problemOf } from "./problem.ts";
import { bearer, renewedBearer } from "./session.ts";

/** The service says something at least every eight seconds. */
const SILENCE_MAX_MS = 20_000;
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/**
 * Follows a conversation's events until `signal` ends it. A fetch, since an
 * EventSource cannot send the bearer token; it resumes where it broke off.
 */
export async function follow(
  conversationId: string,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const ended = await once(conversationId, lastId, signal, (event) => {
        failures = 0;
        lastId = event.id ?? lastId;
        onEvent(event);
      });
      if (ended === "closed") return;
    } catch (error) {
      if (signal.aborted || isFinal(error)) return;
      noteUnreached();
    }
    await pause(RETRY_MS[failures++] ?? 10_000, signal);
  }
}

/** Not ours to read any more: asking again would change nothing. */
function isFinal(error: unknown): boolean {
  return error instanceof Problem && [403, 404].includes(error.status);
}

const CLOSED: readonly string[] = [
  "completed",
  "canceled",
  "failed",
  "rejected",
];

async function once(
  conversationId: string,
  lastId: string | undefined,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<"closed" | "broken"> {
  const silence = new AbortController();
  const response = await open(
    conversationId,
    lastId,
    AbortSignal.any([signal, silence.signal]),
  );
  noteReached();
  let state = "";
  const lines = new EventLines();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  const reader = response.body?.pipeThrough(new TextDecoderStream());
  try {
    for await (const text of reader ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
      for (const event of lines.push(text)) {
        state = JSON.parse(event.data).state ?? state;
        onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
  return CLOSED.includes(state) ? "closed" : "broken";
}

async function open(
  conversationId: string,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const connect = async (token: string) =>
    await fetch(`/v1/conversations/${conversationId}/subscribe`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { "last-event-id": lastId }),
      },
      signal,
    });
  let response = await connect(await bearer());
  if (response.status === 401) response = await connect(await renewedBearer());
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    addEventListener("online", done);
  });
}
