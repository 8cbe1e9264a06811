import type {
  Frame,
  Subscription,
  Taker,
} from "../core/streams/event_stream.ts";

/** The open event streams, so a stopping process can end them. */
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

export type EventFrame = Extract<Frame, { readonly kind: "event" }>;

/** How one wire writes its streams. */
export interface StreamWire {
  readonly streams: EventStreams;
  readonly log: (error: unknown) => void;
  /** The bytes before every event. */
  readonly first: Uint8Array;
  /** The bytes after all events, sent when the service ends the stream. */
  readonly last?: Uint8Array;
  /** The bytes of one event; undefined for one that this wire omits. */
  readonly write: (frame: EventFrame) => Uint8Array | undefined;
}

/** The headers of a stream's response: no proxy may hold it back. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

const UTF8 = new TextEncoder();
const HEARTBEAT = UTF8.encode(": hb\n\n");

/**
 * Opens the body of a stream. It takes one frame at a time, and only as the
 * reader takes them, so a slow reader costs one frame. The server's idle limit
 * ends a reader that takes nothing.
 */
export function eventStream(
  subscription: Subscription,
  wire: StreamWire,
): ReadableStream<Uint8Array> {
  wire.streams.add(subscription);
  return new ReadableStream(new EventBody(subscription, wire));
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Thousands are open at once, so each is one object, and the wire holds what they share. */
class EventBody implements UnderlyingDefaultSource<Uint8Array>, Taker {
  readonly #subscription: Subscription;
  readonly #wire: StreamWire;
  #controller: Controller | undefined;

  constructor(subscription: Subscription, wire: StreamWire) {
    this.#subscription = subscription;
    this.#wire = wire;
  }

  start(controller: Controller): void {
    this.#controller = controller;
    controller.enqueue(this.#wire.first);
  }

  /** The stream may pull again while a frame is awaited; one frame is still enough. */
  pull(): void {
    this.#subscription.take(this);
  }

  given(frame: Frame | null): void {
    const bytes = frame === null ? undefined : this.#bytesOf(frame);
    if (bytes) this.#controller?.enqueue(bytes);
    else if (frame) this.#subscription.take(this);
    else this.#end();
  }

  failed(error: unknown): void {
    this.#wire.log(error);
    this.#end();
  }

  cancel(): void {
    this.#controller = undefined;
    this.#wire.streams.end(this.#subscription);
  }

  #bytesOf(frame: Frame): Uint8Array | undefined {
    return frame.kind === "heartbeat" ? HEARTBEAT : this.#wire.write(frame);
  }

  #end(): void {
    const controller = this.#controller;
    this.cancel();
    if (this.#wire.last) controller?.enqueue(this.#wire.last);
    controller?.close();
  }
}
