import { describe, expect, test } from "bun:test";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

describe("GET /v1/conversations", () => {
  test.each([
    ["inbox", "bob"],
    ["sent", "alice"],
    ["needs_you", "bob"],
    ["payments", "alice"],
  ] as const)("lists a priced request in %s of %s", async (view, who) => {
    await using pair = await startPair();
    const created = await createSubmitted(pair, { price: "1.00" });
    const body = await list(pair, `?view=${view}`, pair[who].token);
    expect(body.conversations).toHaveLength(1);
    expect(body.conversations[0].id).toBe(created.conversationId);
    expect(body.conversations[0].messages[0].text).toBe("Hello Bob");
    expect(body).toMatchObject({ nextCursor: null, hasMore: false });
  });

  test.each([
    ["archive", "alice"],
    ["drafts", "bob"],
    ["sent", "bob"],
    ["inbox", "alice"],
  ] as const)("does not list it in %s of %s", async (view, who) => {
    await using pair = await startPair();
    await createSubmitted(pair);
    const body = await list(pair, `?view=${view}`, pair[who].token);
    expect(body.conversations).toEqual([]);
  });

  test.each(["", "INBOX", "outbox", "inbox,sent"])(
    "answers the view %p with invalid_view",
    async (view) => {
      const pair = thePair();
      const { alice, service } = pair;
      const response = await service.fetch(`/v1/conversations?view=${view}`, {
        token: alice.token,
      });
      expect(response.status).toBe(400);
      expect((await json(response)).code).toBe("invalid_view");
    },
  );

  test.each(["0", "101", "-1", "1.5", "many", ""])(
    "refuses the limit %p",
    async (limit) => {
      const pair = thePair();
      const { alice, service } = pair;
      const response = await service.fetch(`/v1/conversations?limit=${limit}`, {
        token: alice.token,
      });
      const problem = await json(response);
      expect(response.status).toBe(400);
      expect(problem.errors[0].pointer).toBe("/limit");
    },
  );

  test("pages through everything once by the Link header", async () => {
    await using pair = await startPair();
    const { alice, clock, service } = pair;
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      clock.advance(1_000);
      made.unshift((await createSubmitted(pair)).conversationId);
    }
    const seen: string[] = [];
    let path: string | undefined = "/v1/conversations?view=sent&limit=2";
    while (path) {
      const response = await service.fetch(path, { token: alice.token });
      const body = await json(response);
      seen.push(...body.conversations.map((one: { id: string }) => one.id));
      const link = response.headers.get("link");
      expect(link === null).toBe(!body.hasMore);
      path = link ? /^<(\/[^>]+)>; rel="next"$/.exec(link)?.[1] : undefined;
      if (link) expect(path).toContain("view=sent&limit=2&cursor=");
    }
    expect(seen).toEqual(made);
  });
});

async function list({ service }: Pair, query: string, token: string) {
  const response = await service.fetch(`/v1/conversations${query}`, { token });
  expect(response.status).toBe(200);
  return await json(response);
}

describe("GET /v1/conversations/:id", () => {
  test("answers the read result", async () => {
    const pair = thePair();
    const { bob, service } = pair;
    const { conversationId, contextId } = await createSubmitted(pair);
    const response = await service.fetch(
      `/v1/conversations/${conversationId}`,
      {
        token: bob.token,
      },
    );
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("svc-version")).toBe("2026-11-21");
    expect(Object.keys(body).sort()).toEqual([
      "contextId",
      "conversation",
      "conversationId",
      "messages",
      "messagesOmitted",
      "state",
    ]);
    expect(body).toMatchObject({ conversationId, contextId });
    expect(body.messages).toEqual(body.conversation.messages);
  });

  test.each(["1", "true"])(
    "adds the audit with includeAudit=%s",
    async (yes) => {
      const pair = thePair();
      const { alice, service } = pair;
      const { conversationId } = await createSubmitted(pair);
      const response = await service.fetch(
        `/v1/conversations/${conversationId}?includeAudit=${yes}`,
        { token: alice.token },
      );
      const { audit } = await json(response);
      expect(audit.records.length).toBeGreaterThan(0);
      expect(audit.head.hash).toBe(audit.records.at(-1).hash);
    },
  );

  test("answers 304 to the ETag it gave, and 200 once something changed", async () => {
    const pair = thePair();
    const { alice, bob, service } = pair;
    const { conversationId } = await createSubmitted(pair);
    const path = `/v1/conversations/${conversationId}`;
    const read = (tag?: string) =>
      service.fetch(path, {
        token: bob.token,
        ...(tag && { headers: { "if-none-match": tag } }),
      });
    const first = await read();
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"v\d+\.u"$/);

    const unchanged = await read(`"v0", W/${tag}`);
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe("");
    expect(unchanged.headers.get("etag")).toBe(tag);

    await service.fetch(path, {
      method: "PATCH",
      token: bob.token,
      json: { archived: true, unread: false },
    });
    const flagged = await read(tag);
    expect(flagged.status).toBe(200);
    const flaggedTag = flagged.headers.get("etag") ?? "";
    expect(flaggedTag).toMatch(/^"v\d+\.a"$/);

    await service.fetch(`${path}/messages`, {
      method: "POST",
      token: alice.token,
      json: { text: "More" },
    });
    expect((await read(flaggedTag)).status).toBe(200);
  });

  test("answers a stranger exactly like nobody's id", async () => {
    const pair = thePair();
    const { service } = pair;
    const carol = await service.addAccount("carol");
    const { conversationId } = await createSubmitted(pair);
    const foreign = await problemAt(pair, conversationId, carol.token);
    const absent = await problemAt(pair, "cnv_0", carol.token);
    expect(foreign.code).toBe("conversation_not_found");
    expect({ ...foreign, instance: "", requestId: "" }).toEqual({
      ...absent,
      instance: "",
      requestId: "",
    });
  });

  test.each([
    "%2e%2e%2fhealthz",
    "a%2Fb",
    "%ZZ",
    "%00",
    "%ED%A0%80",
    "a%0D%0AX-Evil:%201",
    "'%20OR%201=1--",
    "x".repeat(65),
    "x".repeat(4_000),
    "__proto__",
    "welcome",
    "🙂",
  ])("answers the id %p with conversation_not_found", async (id) => {
    const pair = thePair();
    const problem = await problemAt(pair, id, pair.alice.token);
    expect(problem).toMatchObject({
      status: 404,
      code: "conversation_not_found",
    });
    expect(pair.service.logged).toEqual([]);
  });
});

async function problemAt({ service }: Pair, id: string, token: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  expect(response.status).toBe(404);
  return await json(response);
}

describe("GET /v1/conversations/:id/audit", () => {
  test("answers the chain, and the rest of it after a hash", async () => {
    const pair = thePair();
    const { alice, service } = pair;
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    const path = `/v1/conversations/${conversationId}/audit`;
    const whole = await json(await service.fetch(path, { token: alice.token }));
    expect(whole.conversationId).toBe(conversationId);
    expect(whole).toMatchObject({
      hasMore: false,
      nextAfter: whole.records.at(-1).hash,
      head: { hash: whole.records.at(-1).hash, seq: whole.records.length },
    });
    const [first] = whole.records;
    expect(first.prevHash).toBe("0".repeat(64));
    const rest = await json(
      await service.fetch(`${path}?after=${first.hash}`, {
        token: alice.token,
      }),
    );
    expect(rest.records).toEqual(whole.records.slice(1));
    const page = await json(
      await service.fetch(`${path}?limit=1`, { token: alice.token }),
    );
    expect(page).toMatchObject({ hasMore: true, nextAfter: first.hash });
  });

  test.each(["x", "0".repeat(63), "A".repeat(64), "f".repeat(64), "%00"])(
    "refuses after=%s",
    async (after) => {
      const pair = thePair();
      const { alice, service } = pair;
      const { conversationId } = await createSubmitted(pair);
      const response = await service.fetch(
        `/v1/conversations/${conversationId}/audit?after=${after}`,
        { token: alice.token },
      );
      expect(response.status).toBe(400);
    },
  );
});
