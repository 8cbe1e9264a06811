import { expect, test } from "bun:test";
import { json } from "../harness.ts";
import { EventReader } from "./event_reader.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

async function changes({ service, bob }: Pair, since?: string) {
  const query = since === undefined ? "" : `?since=${since}`;
  const response = await service.fetch(`/v1/changes${query}`, {
    token: bob.token,
  });
  return { status: response.status, body: await json(response) };
}

test("what changed is named, and the stream of events goes on from the same state", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { body: first } = await changes(pair);
  expect(first).toMatchObject({ hasMore: false });
  const { conversationId } = await createSubmitted(pair);
  const { body: then } = await changes(pair, first.state);
  expect(then.conversations).toEqual({
    created: [conversationId],
    changed: [],
    gone: [],
  });
  for (const [how, from] of [
    ["", { "last-event-id": String(first.state) }],
    [`?since=${first.state}`, {}],
  ] as const) {
    await using reader = await EventReader.open(service, `/v1/events${how}`, {
      token: bob.token,
      headers: from,
    });
    expect(await reader.event()).toMatchObject({
      event: "ready",
      data: { reset: false },
    });
    const told = await reader.event();
    expect(told).toMatchObject({
      event: "conversation.changed",
      data: { conversationId },
    });
    // The id of the last event is where the changes go on.
    const { body } = await changes(pair, told.id);
    expect(body.conversations.created).toEqual([]);
  }
});

test("a state that is of no use says how to start again", async () => {
  await using pair = await startPair();
  const { status, body } = await changes(pair, "long-ago");
  expect(status).toBe(410);
  expect(body).toMatchObject({
    code: "state_expired",
    fix: expect.stringContaining("call without since"),
  });
  const tooLong = await changes(pair, "x".repeat(200));
  expect(tooLong.status).toBe(400);
});
