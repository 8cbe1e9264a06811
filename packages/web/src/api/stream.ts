import type { StreamEvent } from "../../../client/src/event_lines.ts";
import { follow } from "../../../client/src/follow.ts";
import { Problem } from "../../../client/src/problem.ts";
import { transport } from "./client.ts";
import { markUnreached, setLiveness } from "./connection.ts";

/** A stream, and the id of the last event received from it. */
export interface Followed {
  readonly path: string;
  lastId?: string;
}

/** Follows a stream of events until `signal` aborts, and reports whether it is connected. */
export async function listenTo(
  followed: Followed,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { path, lastId } = followed;
  const onLost = (error?: unknown) => {
    // A refusal means that the service was reached: only the stream is missing.
    if (error && !(error instanceof Problem)) markUnreached();
    setLiveness("lost");
  };
  try {
    const events = follow(transport, path, { signal, lastId, onLost });
    for await (const event of events) {
      onEvent(event);
      if (event.id !== undefined) followed.lastId = event.id;
    }
  } catch (error) {
    onLost(error);
  }
}
