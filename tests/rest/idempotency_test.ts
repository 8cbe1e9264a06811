import { describe, expect, spyOn, test } from "bun:test";
import { idempotencyStore } from "../../src/core/access/idempotency.ts";
import { json } from "../harness.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

function create({ service, alice, bob }: Pair, key: string, text = "Hello") {
  return service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    headers: { "idempotency-key": key },
    json: { to: [bob.address], text, price: "10.00", submit: true },
  });
}

async function sent({ service, alice }: Pair): Promise<number> {
  const response = await service.fetch("/v1/conversations?view=sent", {
    token: alice.token,
  });
  return (await json(response)).conversations.length;
}

describe("Idempotency-Key", () => {
  test("answers a repeat like the first, and does nothing again", async () => {
    await using pair = await startPair();
    const first = await create(pair, "key-1");
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const second = await create(pair, "key-1");
    expect(second.status).toBe(201);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(await json(second)).toEqual(await json(first));
    expect(await sent(pair)).toBe(1);
  });

  test("is 422 for another request", async () => {
    await using pair = await startPair();
    await create(pair, "key-1");
    const other = await create(pair, "key-1", "Something else");
    expect(other.status).toBe(422);
    expect((await json(other)).code).toBe("idempotency_mismatch");
    const { conversationId } = await json(await create(pair, "key-1"));
    const elsewhere = await pair.service.fetch(
      `/v1/conversations/${conversationId}/messages`,
      {
        method: "POST",
        token: pair.alice.token,
        headers: { "idempotency-key": "key-1" },
        json: { text: "x" },
      },
    );
    expect(elsewhere.status).toBe(422);
    expect(await sent(pair)).toBe(1);
  });

  test("belongs to its account alone", async () => {
    await using pair = await startPair();
    const { service, bob, alice } = pair;
    await create(pair, "key-1");
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      headers: { "idempotency-key": "key-1" },
      json: { to: [alice.address], text: "Mine", submit: true },
    });
    expect(response.status).toBe(201);
  });

  test("makes one of many at once; the others are told to wait or get it", async () => {
    await using pair = await startPair();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create(pair, "key-1")),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(
      0,
    );
    for (const response of responses) {
      if (response.status === 201) continue;
      expect(response.status).toBe(409);
      expect(response.headers.get("retry-after")).toBe("1");
      expect((await json(response)).code).toBe("idempotency_in_flight");
    }
    expect(await sent(pair)).toBe(1);
  });

  test("answers a repeat of what could not be done a second time", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const { conversationId } = await json(
      await service.fetch("/v1/conversations", {
        method: "POST",
        token: alice.token,
        json: { to: [bob.address], text: "A draft" },
      }),
    );
    const remove = (key: string) =>
      service.fetch(`/v1/conversations/${conversationId}`, {
        method: "DELETE",
        token: alice.token,
        headers: { "idempotency-key": key },
      });
    const first = await remove("away");
    const second = await remove("away");
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await json(second)).toEqual(await json(first));
    expect((await remove("another")).status).toBe(404);
  });

  test("answers a repeat of what would change nothing a second time", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const open = (key: string) =>
      service.fetch("/v1/conversations/welcome", {
        method: "POST",
        token: alice.token,
        headers: { "idempotency-key": key },
        json: {},
      });
    expect((await open("hello")).status).toBe(201);
    const second = await open("hello");
    expect(second.status).toBe(201);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await open("another")).status).toBe(200);
  });

  test("is looked up only for what did not go through", async () => {
    await using pair = await startPair();
    const keys = idempotencyStore(pair.service.services.db);
    const lookUp = spyOn(keys, "replay");
    await create(pair, "key-1");
    expect(lookUp).not.toHaveBeenCalled();
    await create(pair, "key-1");
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  test("is not used up by a request that failed", async () => {
    await using pair = await startPair();
    const { service, bob } = pair;
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    const call = (path: string, fields: object, key: string) =>
      service.fetch(`/v1/conversations/${conversationId}/${path}`, {
        method: "POST",
        token: bob.token,
        headers: { "idempotency-key": key },
        json: fields,
      });
    expect((await call("receipt", { confirm: true }, "sign")).status).toBe(409);
    await call("messages", { text: "Done" }, "reply");
    expect((await call("receipt", { confirm: true }, "sign")).status).toBe(200);
  });

  test.each([
    ["256 characters", "x".repeat(256)],
    ["a space", "a b"],
    ["a letter beyond ASCII", "ké"],
  ])("of %s is refused", async (_what, key) => {
    await using pair = await startPair();
    const response = await create(pair, key);
    expect(response.status).toBe(400);
    expect((await json(response)).code).toBe("invalid_input");
    expect(await sent(pair)).toBe(0);
  });
});
