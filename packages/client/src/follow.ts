import type { StreamEvent } from "./event_lines.ts";
import { EventLines } from "./event_lines.ts";
import { pauseMs } from "./pause.ts";
import { Problem, problemIn } from "./problem.ts";
import type { Transport } from "./transport.ts";

/** Options for following a stream. */
export interface FollowOptions {
  /** Ends following. */
  readonly signal?: AbortSignal;
  /** Id of the last known event: the stream continues after it. */
  readonly lastId?: string | undefined;
  /** Called with the reason when a connection ends; without one if the service ended it. */
  readonly onLost?: (error?: unknown) => void;
}

/** The service sends something at least every eight seconds. */
const SILENCE_MAX_MS = 20_000;

/**
 * Follows a stream of events, and reconnects when it breaks, after the last event received.
 * Each connection starts with `ready`. Uses `fetch`, since an EventSource cannot send the
 * bearer token.
 * @throws Problem if the service refuses the stream for good
 */
export async function* follow(
  transport: Transport,
  path: string,
  { signal, lastId, onLost }: FollowOptions = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const ended = new AbortController();
  const all = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const followed: { lastId?: string | undefined } = { lastId };
  let failures = 0;
  try {
    while (!all.aborted) {
      let lost: unknown;
      try {
        for await (const event of once(transport, path, followed.lastId, all)) {
          failures = 0;
          if (event.id !== undefined) followed.lastId = event.id;
          yield event;
        }
      } catch (error) {
        if (isFinal(error)) throw error;
        lost = error;
      }
      if (all.aborted) return;
      onLost?.(lost);
      await transport.wait(pauseMs(++failures), all);
    }
  } finally {
    ended.abort();
  }
}

/** True if asking again would be refused again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  return error.status < 500 && error.status !== 429;
}

/** One connection, until it ends or falls silent. */
async function* once(
  transport: Transport,
  path: string,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const silence = new AbortController();
  const response = await transport.open({
    path,
    headers: {
      accept: "text/event-stream",
      ...(lastId !== undefined && { "last-event-id": lastId }),
    },
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (!response.ok) throw await problemIn(response);
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const lines = new EventLines();
  const listen = () => setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  let timer = listen();
  try {
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) return;
      clearTimeout(timer);
      timer = listen();
      yield* lines.push(value);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
