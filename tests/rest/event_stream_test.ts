import { describe, expect, test } from "bun:test";
import type {
  Frame,
  Subscription,
  Taker,
} from "../../src/core/streams/event_stream.ts";
import { EventStreams, eventStream } from "../../src/http/event_streams.ts";
import { restEvents } from "../../src/rest/sse.ts";

/** A subscription that gives the frames it was made with, and counts. */
function fakeSubscription(frames: (Frame | Error)[]) {
  const subscription = {
    taken: 0,
    closed: 0,
    take(taker: Taker) {
      subscription.taken++;
      const frame = frames.shift() ?? null;
      if (frame instanceof Error) taker.failed(frame);
      else taker.given(frame);
    },
    close() {
      subscription.closed++;
    },
  } satisfies Subscription & { taken: number; closed: number };
  return subscription;
}

const event = (id: number, data: object): Frame => ({
  kind: "event",
  id,
  event: "state.changed",
  data,
});

function open(subscription: Subscription) {
  const streams = new EventStreams();
  const logged: unknown[] = [];
  const log = {
    info() {},
    error: (...all: readonly unknown[]) => void logged.push(all),
  };
  const stream = eventStream(subscription, restEvents(streams, { log }));
  return { streams, logged, stream, reader: stream.getReader() };
}

const UTF8 = new TextDecoder();

describe("events over REST", () => {
  test("writes one line of data an event, whatever the data holds", async () => {
    const subscription = fakeSubscription([
      event(7, { text: "a\nb\r\ndata: x\n\nid: 9\u2028" }),
      { kind: "heartbeat" },
      { kind: "event", id: null, event: "ready", data: {} },
    ]);
    const { stream, reader } = open(subscription);
    reader.releaseLock();
    expect(await new Response(stream).text()).toBe(
      [
        "retry: 3000\n\n",
        'id: 7\nevent: state.changed\ndata: {"text":"a\\nb\\r\\ndata: x\\n\\nid: 9\u2028"}\n\n',
        ": hb\n\n",
        "event: ready\ndata: {}\n\n",
      ].join(""),
    );
  });

  test("takes no frame until the reader took the one before", async () => {
    const frames = Array.from({ length: 1_000 }, (_, id) => event(id, {}));
    const subscription = fakeSubscription(frames);
    const { reader } = open(subscription);
    await new Promise((resolve) => setImmediate(resolve));
    expect(subscription.taken).toBe(0);
    await reader.read();
    for (let read = 1; read <= 10; read++) {
      await reader.read();
      expect(subscription.taken).toBeLessThanOrEqual(read + 1);
    }
  });

  test("closes the subscription once, when the reader leaves", async () => {
    const subscription = fakeSubscription([event(1, {})]);
    const { reader, streams } = open(subscription);
    expect(streams.count).toBe(1);
    await reader.cancel();
    streams.endAll();
    expect(subscription.closed).toBe(1);
    expect(streams.count).toBe(0);
  });

  test("ends when the subscription fails, and logs why", async () => {
    const subscription = fakeSubscription([new Error("no database")]);
    const { reader, streams, logged } = open(subscription);
    expect(UTF8.decode((await reader.read()).value)).toBe("retry: 3000\n\n");
    expect((await reader.read()).done).toBe(true);
    expect(subscription.closed).toBe(1);
    expect(streams.count).toBe(0);
    expect(logged).toHaveLength(1);
  });
});
