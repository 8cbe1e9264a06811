import type { Frame, Subscription } from "../core/streams/event_stream.ts";

/** The event streams that are open, so that a stopping process can end them. */
export class EventStreams {
  readonly #open = new Set<Subscription>();

  add(subscription: Subscription): void {
    this.#open.add(subscription);
  }

  end(subscription: Subscription): void {
    if (this.#open.delete(subscription)) subscription.close();
  }

  endAll(): void {
    for (const subscription of this.#open) this.end(subscription);
  }

  get count(): number {
    return this.#open.size;
  }
}

type EventFrame = Extract<Frame, { readonly kind: "event" }>;

/** How one wire says a stream. */
interface Wire {
  readonly streams: EventStreams;
  readonly log: (error: unknown) => void;
  /** What comes before every event. */
  readonly first: string;
  /** What comes after them, once the service ends the stream. */
  readonly last?: string;
  /** One event; "" for one that this wire does not tell. */
  readonly write: (frame: EventFrame) => string;
}

const UTF8 = new TextEncoder();
const HEARTBEAT = ": hb\n\n";

/**
 * Frames are taken one at a time and only while the reader takes them, so a slow
 * reader costs one frame; the server's idle limit ends one that reads nothing.
 */
export function eventStream(
  subscription: Subscription,
  { streams, log, first, last = "", write }: Wire,
): ReadableStream<Uint8Array> {
  streams.add(subscription);
  const next = async (): Promise<string> => {
    for (;;) {
      const frame = await subscription.next();
      if (frame === null) return "";
      const text = frame.kind === "heartbeat" ? HEARTBEAT : write(frame);
      if (text !== "") return text;
    }
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(UTF8.encode(first)),
    async pull(controller) {
      const text = await next().catch((error: unknown) => {
        log(error);
        return "";
      });
      if (text !== "") return controller.enqueue(UTF8.encode(text));
      streams.end(subscription);
      if (last !== "") controller.enqueue(UTF8.encode(last));
      controller.close();
    },
    cancel: () => streams.end(subscription),
  });
}
