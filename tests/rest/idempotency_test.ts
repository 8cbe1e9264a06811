import { describe, expect, spyOn, test } from "bun:test";
import { idempotencyStore } from "../../src/core/access/idempotency.ts";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

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

  test("is 422 for another request that would be refused, or change nothing", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await json(await create(pair, "key-1"));
    const path = `/v1/conversations/${conversationId}`;
    const call = (method: string, at: string, fields: object, key: string) =>
      service.fetch(at, {
        method,
        token: alice.token,
        headers: { "idempotency-key": key },
        json: fields,
      });
    const read = { unread: false };
    expect((await call("PATCH", path, read, "unused")).status).toBe(200);
    const nowhere = "/v1/conversations/cnv_nowhere/messages";
    expect((await call("POST", nowhere, { text: "x" }, "other")).status).toBe(
      404,
    );
    for (const other of [
      await call("PATCH", path, read, "key-1"),
      await call("POST", nowhere, { text: "x" }, "key-1"),
    ]) {
      expect(other.status).toBe(422);
      expect((await json(other)).code).toBe("idempotency_mismatch");
    }
  });

  test("decides for a repeat nothing that was asked since, nor drops it for being out of date", async () => {
    await using pair = await startPair({ AGENT_AUTO_LIMIT: "5.00" });
    const { service, alice, bob } = pair;
    const person = await service.addSession(alice);
    const asked = await json(await create(pair, "key-1"));
    const path = `/v1/conversations/${asked.conversationId}`;
    const post = (at: string, token: string, fields: object, key?: string) =>
      service.fetch(`${path}/${at}`, {
        method: "POST",
        token,
        headers: key === undefined ? {} : { "idempotency-key": key },
        json: fields,
      });
    // Whatever waits is meant: no checkpoint is named.
    const approve = (key: string) =>
      post("decisions", person.token, { decision: "approve" }, key);
    const checkpoints = async () => {
      const read = await service.fetch(path, { token: person.token });
      const { conversation } = await json(read);
      return conversation.checkpoints.map(
        ({ status }: { readonly status: string }) => status,
      );
    };
    const first = await approve("yes");
    expect(first.status).toBe(200);
    const decided = (await json(first)).checkpointId;
    const cancel = await post("cancel", alice.token, { reason: "No" });
    expect(cancel.status).toBe(202);
    const repeated = async () => {
      const response = await approve("yes");
      expect(response.status).toBe(200);
      expect(response.headers.get("idempotency-replayed")).toBe("true");
      expect((await json(response)).checkpointId).toBe(decided);
      expect(await checkpoints()).toEqual(["approved", "open"]);
    };
    await repeated();
    const accepted = { decision: "approve" };
    const { token } = await service.addSession(bob);
    expect((await post("decisions", token, accepted)).status).toBe(200);
    expect((await post("messages", token, { text: "Done" })).status).toBe(201);
    await repeated();
    const stale = await approve("another");
    expect((await json(stale)).code).toBe("condition_already_met");
    expect(await checkpoints()).toEqual(["approved", "superseded"]);
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
    const pair = thePair();
    const response = await create(pair, key);
    expect(response.status).toBe(400);
    expect((await json(response)).code).toBe("invalid_input");
    expect(await sent(pair)).toBe(0);
  });
});
