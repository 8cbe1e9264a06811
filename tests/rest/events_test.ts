import { describe, expect, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import type { Block } from "./event_reader.ts";
import { EventReader } from "./event_reader.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

const pathOf = (id: string) => `/v1/conversations/${id}/subscribe`;

async function say({ service }: Pair, token: string, id: string, text: string) {
  const response = await service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token,
    json: { text },
  });
  expect(response.status).toBe(201);
  return await json(response);
}

describe("GET /v1/conversations/:id/subscribe", () => {
  test("begins with retry and ready, which is no change", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId, contextId } = await createSubmitted(pair);
    await using reader = await EventReader.open(
      service,
      pathOf(conversationId),
      { token: alice.token, headers: { "x-request-id": "abc" } },
    );
    const { headers, status } = reader.response;
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect(headers.get("cache-control")).toContain("no-cache");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("x-request-id")).toBe("abc");
    expect(await reader.next()).toEqual({ retry: "3000" });
    const ready = await reader.next();
    expect(ready?.event).toBe("ready");
    expect(ready?.id).toBeUndefined();
    expect(ready?.data).toMatchObject({
      conversationId,
      contextId,
      state: "submitted",
      replayFrom: null,
      reset: false,
      serverTime: "2026-01-15T12:00:00.000Z",
    });
  });

  test("tells a message and the change of state that it makes", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const { conversationId } = await createSubmitted(pair);
    await using reader = await EventReader.open(
      service,
      pathOf(conversationId),
      { token: alice.token },
    );
    expect((await reader.event()).event).toBe("ready");
    const { messageId } = await say(pair, bob.token, conversationId, "Yes");
    const two = [await reader.event(), await reader.event()];
    const message = two.find(({ event }) => event === "message.appended");
    expect(message?.data).toMatchObject({
      conversationId,
      message: { messageId, text: "Yes" },
    });
    const state = two.find(({ event }) => event === "state.changed");
    expect(state?.data).toMatchObject({ from: "submitted", state: "working" });
    expect(two.map(({ id }) => Number(id))).toEqual(
      [0, 1].map((n) => Number(two[0]?.id) + n),
    );
  });

  test("tells a payment", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    await using reader = await EventReader.open(
      service,
      pathOf(conversationId),
      { token: alice.token },
    );
    const person = await service.addSession(bob);
    await service.fetch(`/v1/conversations/${conversationId}/cancel`, {
      method: "POST",
      token: person.token,
      json: { reason: "x" },
    });
    const events = [
      await reader.event(),
      await reader.event(),
      await reader.event(),
    ];
    expect(events.map(({ event }) => event).sort()).toEqual([
      "payment.updated",
      "ready",
      "state.changed",
    ]);
  });

  test.each(["header", "query"])(
    "resumes by %s with all that was missed, once and in order",
    async (place) => {
      const pair = thePair();
      const { service, alice, bob } = pair;
      const { conversationId } = await createSubmitted(pair);
      const path = pathOf(conversationId);
      const seen: Block[] = [];
      {
        await using reader = await EventReader.open(service, path, {
          token: alice.token,
        });
        await reader.event();
        await say(pair, bob.token, conversationId, "one");
        seen.push(await reader.event(), await reader.event());
      }
      await say(pair, bob.token, conversationId, "two");
      await say(pair, alice.token, conversationId, "three");
      const last = seen.at(-1)?.id ?? "";
      const byHeader = place === "header";
      await using reader = await EventReader.open(
        service,
        byHeader ? path : `${path}?after=${last}`,
        {
          token: alice.token,
          ...(byHeader && { headers: { "last-event-id": last } }),
        },
      );
      const ready = await reader.event();
      expect(ready.data).toMatchObject({
        replayFrom: Number(last),
        reset: false,
      });
      seen.push(await reader.event(), await reader.event());
      await say(pair, bob.token, conversationId, "four");
      seen.push(await reader.event());
      const ids = seen.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.map((_, at) => Number(ids[0]) + at));
      const texts = seen
        .filter(({ event }) => event === "message.appended")
        .map(({ data }) => data?.message);
      expect(texts).toMatchObject(
        ["one", "two", "three", "four"].map((text) => ({ text })),
      );
    },
  );

  test("loses and repeats nothing across 40 reconnections under load", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const { conversationId } = await createSubmitted(pair);
    await say(pair, bob.token, conversationId, "first");
    const path = pathOf(conversationId);
    const count = 120;
    let last = "";
    const seen: string[] = [];
    {
      await using reader = await EventReader.open(service, path, {
        token: alice.token,
      });
      last = String((await reader.event()).data?.lastEventId);
    }
    const writing = (async () => {
      for (let i = 0; i < count; i++) {
        await say(pair, bob.token, conversationId, `${i}`);
      }
    })();
    const reading = (async () => {
      while (seen.length < count) {
        await using reader = await EventReader.open(service, path, {
          token: alice.token,
          headers: { "last-event-id": last },
        });
        await reader.event();
        for (let i = 0; i < 3 && seen.length < count; i++) {
          const { id, data } = await reader.event();
          const message = data?.message;
          if (typeof message === "object" && message && "text" in message) {
            seen.push(String(message.text));
          }
          last = String(id);
        }
      }
    })();
    // A write that fails ends it: nothing more would come to read.
    await Promise.all([writing, reading]);
    expect(seen).toEqual(Array.from({ length: count }, (_, i) => `${i}`));
  });

  test.each(["999999", "abc", "-1", "1.5", "9".repeat(30)])(
    "answers the unknown id %p with a reset",
    async (id) => {
      const pair = thePair();
      const { service, alice } = pair;
      const { conversationId } = await createSubmitted(pair);
      await using reader = await EventReader.open(
        service,
        pathOf(conversationId),
        { token: alice.token, headers: { "last-event-id": id } },
      );
      const ready = await reader.event();
      expect(ready.data).toMatchObject({ reset: true, replayFrom: null });
    },
  );

  test.each(["application/json", "*/*", "text/html", "text/event"])(
    "is 406 for Accept: %s",
    async (accept) => {
      const pair = thePair();
      const { service, alice } = pair;
      const { conversationId } = await createSubmitted(pair);
      const response = await service.fetch(pathOf(conversationId), {
        token: alice.token,
        headers: { accept },
      });
      expect(response.status).toBe(406);
      expect((await json(response)).code).toBe("not_acceptable");
    },
  );

  test("is 401 before anything else, and 404 for a stranger", async () => {
    await using pair = await startPair();
    const { service } = pair;
    const carol = await service.addAccount("carol");
    const { conversationId } = await createSubmitted(pair);
    const path = pathOf(conversationId);
    expect((await service.fetch(path)).status).toBe(401);
    const stranger = await service.fetch(path, {
      token: carol.token,
      headers: { accept: "text/event-stream" },
    });
    expect(stranger.status).toBe(404);
    expect((await json(stranger)).code).toBe("conversation_not_found");
    expect(service.streams.count).toBe(0);
  });

  test("lets go of everything when the reader leaves", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await createSubmitted(pair);
    {
      await using reader = await EventReader.open(
        service,
        pathOf(conversationId),
        { token: alice.token },
      );
      await reader.event();
      expect(service.streams.count).toBe(1);
    }
    await until(() => service.streams.count === 0);
    expect(service.services.bus.count()).toBe(SERVICE_AGENTS.length);
  });

  test("opens nothing for HEAD", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await createSubmitted(pair);
    const response = await service.fetch(pathOf(conversationId), {
      method: "HEAD",
      token: alice.token,
      headers: { accept: "text/event-stream" },
    });
    expect(response.status).toBe(200);
    expect(service.streams.count).toBe(0);
    expect(service.services.bus.count()).toBe(SERVICE_AGENTS.length);
  });

  test("ends when the credential is revoked", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await createSubmitted(pair);
    const other = await service.addCredential(alice, ["conversations:read"]);
    await using reader = await EventReader.open(
      service,
      pathOf(conversationId),
      { token: other },
    );
    await reader.event();
    const { credentials } = await service.credentialsOf(alice);
    const limited = credentials.find(({ name }) => name === "Limited");
    await service.operate(revokeCredential, {
      accountId: alice.accountId,
      credentialId: limited?.id ?? "",
    });
    expect(await reader.next()).toBeUndefined();
    await until(() => service.streams.count === 0);
  });

  test("ends with the process, so that clients reconnect", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await createSubmitted(pair);
    await using reader = await EventReader.open(
      service,
      pathOf(conversationId),
      { token: alice.token },
    );
    await reader.event();
    service.streams.endAll();
    expect(await reader.next()).toBeUndefined();
  });

  test("is 429 once five are open", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { conversationId } = await createSubmitted(pair);
    const open = () =>
      EventReader.open(service, pathOf(conversationId), {
        token: alice.token,
      });
    await using stack = new AsyncDisposableStack();
    for (let i = 0; i < 5; i++) {
      expect(stack.use(await open()).response.status).toBe(200);
    }
    const sixth = stack.use(await open()).response;
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get("retry-after")).toBe("5");
  });
});

/** Waits for what the other side of a socket does, a turn at a time. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isSo(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isSo()).toBe(true);
}
