import { markReached, markUnreached, setLiveness } from "./connection.ts";
import type { StreamEvent } from "./event_lines.ts";
import { EventLines } from "./event_lines.ts";
import { Problem, problemIn } from "./problem.ts";
import { bearer, renewedBearer } from "./session.ts";

/** The service says something at least every eight seconds. */
const SILENCE_MAX_MS = 20_000;
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
const RETRY_MAX_MS = 10_000;

/** A stream, and the id of the last event that was taken from it. */
export interface Followed {
  readonly path: string;
  lastId?: string;
}

/**
 * Follows a stream of events until `signal` ends it. A fetch, since an EventSource
 * cannot send the bearer token. Each connection starts with `ready`, and goes on where
 * the last one ended.
 */
export async function follow(
  followed: Followed,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await once(followed, signal, (event) => {
        failures = 0;
        onEvent(event);
        if (event.id !== undefined) followed.lastId = event.id;
      });
    } catch (error) {
      // A refusal means that the service was reached: only the stream is missing.
      if (!signal.aborted && !(error instanceof Problem)) markUnreached();
    }
    if (signal.aborted) return;
    setLiveness("lost");
    await pause(RETRY_MS[failures++] ?? RETRY_MAX_MS, signal);
  }
}

async function once(
  followed: Followed,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const silence = new AbortController();
  const response = await open(
    followed,
    AbortSignal.any([signal, silence.signal]),
  );
  markReached();
  const lines = new EventLines();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  const reader = response.body?.pipeThrough(new TextDecoderStream());
  try {
    for await (const text of reader ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
      for (const event of lines.push(text)) onEvent(event);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function open(
  { path, lastId }: Followed,
  signal: AbortSignal,
): Promise<Response> {
  const connect = async (token: string) =>
    await fetch(path, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { "last-event-id": lastId }),
      },
      signal,
    });
  let response = await connect(await bearer());
  if (response.status === 401) response = await connect(await renewedBearer());
  if (!response.ok) throw await problemIn(response);
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
