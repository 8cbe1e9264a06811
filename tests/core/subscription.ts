import type {
  Frame,
  Subscription,
} from "../../src/core/streams/event_stream.ts";
import { openSubscription } from "../../src/core/streams/subscribe.ts";
import type { Actor, Stage } from "./core_harness.ts";

export type EventFrame = Extract<Frame, { kind: "event" }>;

type Data = Readonly<Record<string, unknown>>;

export function open(
  core: Stage,
  { principal }: Pick<Actor, "principal">,
  conversationId: string,
  after?: number,
): Promise<Subscription> {
  return openSubscription(
    core.services,
    { principal, via: "rest", requestId: "test" },
    { conversationId, ...(after !== undefined && { after }) },
  );
}

/** The next frame, or null once the stream has ended. */
export function nextOf(stream: Subscription): Promise<Frame | null> {
  return new Promise((given, failed) => stream.take({ given, failed }));
}

/** The next frame, which has to be an event. */
export async function event(stream: Subscription): Promise<EventFrame> {
  const frame = await nextOf(stream);
  if (frame?.kind === "event") return frame;
  throw new Error(`Expected an event, got ${frame?.kind ?? "the end"}`);
}

export async function events(
  stream: Subscription,
  count: number,
): Promise<EventFrame[]> {
  const frames: EventFrame[] = [];
  while (frames.length < count) frames.push(await event(stream));
  return frames;
}

/** The events that are there without waiting. */
export async function waiting(stream: Subscription): Promise<EventFrame[]> {
  const frames: EventFrame[] = [];
  for (;;) {
    const turn = new Promise<null>((resolve) =>
      setImmediate(() => resolve(null)),
    );
    const frame = await Promise.race([nextOf(stream), turn]);
    if (frame?.kind !== "event") return frames;
    frames.push(frame);
  }
}

export const dataOf = ({ data }: EventFrame) => data as Data;
