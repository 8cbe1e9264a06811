import { describe, expect, test } from "bun:test";
import { json, startService } from "../harness.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

describe("POST /v1/conversations", () => {
  test("makes a draft unless it is told to submit", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { title: "Later" },
    });
    const body = await json(response);
    expect(response.status).toBe(201);
    expect(Object.keys(body).sort()).toEqual([
      "contextId",
      "conversation",
      "conversationId",
      "state",
    ]);
    expect(body.state).toBe("draft");
    expect(response.headers.get("location")).toBe(
      `/v1/conversations/${body.conversationId}`,
    );
  });

  test("submits a priced conversation and holds the price", async () => {
    await using pair = await startPair();
    const body = await createSubmitted(pair, { price: "5.00" });
    expect(body.state).toBe("submitted");
    expect(body.conversation.payment).toMatchObject({
      status: "held",
      price: { amount: "5.00", amountAtomic: "5000000" },
      release: "replied",
    });
  });

  test.each([
    ["an unknown contactType", { contactType: "boss" }, "/contactType"],
    ["a number as title", { title: 5 }, "/title"],
    ["a text as submit", { submit: "yes" }, "/submit"],
    ["an unknown release", { release: "later" }, "/release"],
    ["a part that is no object", { parts: ["x"] }, "/parts/0"],
  ])("refuses %s by its pointer", async (_what, fields, pointer) => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: fields,
    });
    const problem = await json(response);
    expect(response.status).toBe(400);
    expect(problem.code).toBe("invalid_input");
    expect(problem.errors[0].pointer).toBe(pointer);
  });

  test.each([[-1], ["-1"], ["1e3"], ["0.0000001"], ["NaN"], [{}], ["5 USD"]])(
    "refuses the price %p",
    async (price) => {
      await using pair = await startPair();
      const { alice, bob, service } = pair;
      const response = await service.fetch("/v1/conversations", {
        method: "POST",
        token: alice.token,
        json: { to: bob.address, text: "Hi", price, submit: true },
      });
      expect(response.status).toBe(400);
      expect((await json(response)).code).toBe("invalid_price");
    },
  );

  test("with ?strict=0 leaves unknown fields out and names them in Svc-Warning", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const response = await service.fetch("/v1/conversations?strict=0", {
      method: "POST",
      token: alice.token,
      json: { title: "x", colour: "red", "a\r\nb": 1 },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("svc-warning")).toBe(
      "ignored fields: colour, a??b",
    );
  });

  test.each(["", "?strict=1"])(
    "refuses a price by a mistyped name, with the one that was meant %s",
    async (query) => {
      await using pair = await startPair();
      const { alice, service } = pair;
      const response = await service.fetch(`/v1/conversations${query}`, {
        method: "POST",
        token: alice.token,
        json: { title: "x", pirce: "5.00" },
      });
      const problem = await json(response);
      expect(response.status).toBe(400);
      expect(problem).toMatchObject({
        code: "unknown_field",
        didYouMean: "price",
        errors: [
          {
            pointer: "/pirce",
            code: "unknown_field",
            didYouMean: "price",
            detail: '"pirce" is not known here: did you mean "price"?',
          },
        ],
      });
    },
  );

  test("refuses a query that would do nothing", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { token } = alice;
    const get = await service.fetch("/v1/conversations?veiw=sent", { token });
    expect(await json(get)).toMatchObject({
      status: 400,
      code: "unknown_field",
      didYouMean: "view",
    });
    const posted = { method: "POST", token, json: { title: "x" } };
    const path = "/v1/conversations?submit=true";
    expect(await json(await service.fetch(path, posted))).toMatchObject({
      status: 400,
      errors: [{ pointer: "/submit", code: "unknown_field" }],
    });
    const stream = await service.fetch("/v1/events?afer=5", {
      token,
      headers: { accept: "text/event-stream" },
    });
    expect(await json(stream)).toMatchObject({ code: "unknown_field" });
    const kept = await service.fetch("/v1/conversations?veiw=sent&strict=0", {
      token,
    });
    expect(kept.status).toBe(200);
    expect(kept.headers.get("svc-warning")).toBe("ignored fields: veiw");
  });
});

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
      await using pair = await startPair();
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
      await using pair = await startPair();
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
    await using pair = await startPair();
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
      "state",
    ]);
    expect(body).toMatchObject({ conversationId, contextId });
    expect(body.messages).toEqual(body.conversation.messages);
  });

  test.each(["1", "true"])(
    "adds the audit with includeAudit=%s",
    async (yes) => {
      await using pair = await startPair();
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
    await using pair = await startPair();
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
    await using pair = await startPair();
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
    await using pair = await startPair();
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

describe("POST /v1/conversations/:id/messages", () => {
  test("appends and answers 201", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    const response = await post(pair, `${conversationId}/messages`, {
      text: "Yes",
      mode: "reply-all",
    });
    const body = await json(response);
    expect(response.status).toBe(201);
    expect(body.messageId).toMatch(/^msg_/);
    expect(body.state).toBe("working");
    expect(body.conversation.messages.at(-1)).toMatchObject({
      messageId: body.messageId,
      text: "Yes",
      mode: "reply-all",
    });
  });

  test.each([
    ["a bad mode", { text: "x", mode: "forward" }],
    ["no text", {}],
    ["an empty text", { text: "" }],
    ["a number", { text: 5 }],
    ["null", { text: null }],
    ["too long a text", { text: "x".repeat(100_001) }],
  ])("refuses %s", async (_what, fields) => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    const response = await post(pair, `${conversationId}/messages`, fields);
    expect(response.status).toBe(400);
    expect((await json(response)).code).toBe("invalid_input");
  });

  test("is 409 with a follow-up link once it is closed", async () => {
    await using pair = await startPair();
    const { conversationId, contextId } = await createSubmitted(pair);
    await post(pair, `${conversationId}/cancel`, { reason: "No time" });
    const response = await post(pair, `${conversationId}/messages`, {
      text: "Wait",
    });
    const problem = await json(response);
    expect(response.status).toBe(409);
    expect(problem.code).toBe("conversation_closed");
    expect(problem.links.followUp.contextId).toBe(contextId);
  });
});

/** Bob's POST below /v1/conversations. */
function post({ service, bob }: Pair, path: string, fields: object) {
  return service.fetch(`/v1/conversations/${path}`, {
    method: "POST",
    token: bob.token,
    json: fields,
  });
}

describe("PATCH /v1/conversations/:id", () => {
  test("sets both flags of the caller alone", async () => {
    await using pair = await startPair();
    const { alice, bob, service } = pair;
    const { conversationId } = await createSubmitted(pair);
    const path = `/v1/conversations/${conversationId}`;
    const response = await service.fetch(path, {
      method: "PATCH",
      token: bob.token,
      json: { unread: false, archived: true },
    });
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      conversationId,
      unread: false,
      archived: true,
      conversation: { id: conversationId, folder: "archive" },
    });
    const others = await json(
      await service.fetch(path, { token: alice.token }),
    );
    expect(others.conversation.archived).toBe(false);
  });

  test.each([
    ["nothing", {}],
    ["a text", { unread: "yes" }],
    ["null", { archived: null }],
    ["only what is not known", { starred: true }],
  ])("refuses %s", async (_what, fields) => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    const response = await pair.service.fetch(
      `/v1/conversations/${conversationId}`,
      { method: "PATCH", token: pair.bob.token, json: fields },
    );
    expect(response.status).toBe(400);
    const code = "starred" in fields ? "unknown_field" : "invalid_input";
    expect((await json(response)).code).toBe(code);
  });

  test.each([
    ["the current tag", undefined, 200],
    ["any", "*", 200],
    ["an old tag", '"v999"', 412],
    ["what is no tag", "yesterday", 412],
  ])("honours If-Match with %s", async (_what, tag, status) => {
    await using pair = await startPair();
    const { bob, service } = pair;
    const { conversationId } = await createSubmitted(pair);
    const path = `/v1/conversations/${conversationId}`;
    const read = await service.fetch(path, { token: bob.token });
    const response = await service.fetch(path, {
      method: "PATCH",
      token: bob.token,
      headers: { "if-match": tag ?? read.headers.get("etag") ?? "" },
      json: { archived: true },
    });
    expect(response.status).toBe(status);
    const body = await json(response);
    if (status === 412) expect(body.code).toBe("precondition_failed");
    else expect(response.headers.get("etag")).toBe('"v1.u.a"');
  });
});

describe("a draft", () => {
  test("is edited, submitted and then no longer deleted", async () => {
    await using pair = await startPair();
    const { alice, bob, service } = pair;
    const { conversationId } = await draft(pair);
    const path = `/v1/conversations/${conversationId}`;
    const edited = await service.fetch(path, {
      method: "PATCH",
      token: alice.token,
      json: { title: "New", to: [bob.address], text: "Hello" },
    });
    expect((await json(edited)).conversation.title).toBe("New");
    const submitted = await service.fetch(`${path}/submit`, {
      method: "POST",
      token: alice.token,
    });
    expect(submitted.status).toBe(200);
    expect((await json(submitted)).state).toBe("submitted");
    const deleted = await service.fetch(path, {
      method: "DELETE",
      token: alice.token,
    });
    expect(deleted.status).toBe(409);
    expect((await json(deleted)).code).toBe("not_a_draft");
  });

  test("is deleted once; a repeat is 404", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { conversationId } = await draft(pair);
    const remove = () =>
      service.fetch(`/v1/conversations/${conversationId}`, {
        method: "DELETE",
        token: alice.token,
      });
    const first = await remove();
    expect(first.status).toBe(200);
    expect(await json(first)).toEqual({ conversationId, deleted: true });
    expect((await remove()).status).toBe(404);
  });
});

async function draft({ service, alice }: Pair) {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title: "Draft" },
  });
  return await json(response);
}

describe("POST /v1/conversations/:id/cancel", () => {
  test("waits for an agent's person where a price is held, who gives it back", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair, { price: "2.00" });
    const path = `/v1/conversations/${conversationId}/cancel`;
    const said = { method: "POST", json: { reason: "No time" } };
    const asked = await pair.service.fetch(path, {
      ...said,
      token: pair.alice.token,
    });
    expect(asked.status).toBe(202);
    expect(await json(asked)).toMatchObject({
      state: "input-required",
      review: { outcome: "needs_person" },
      payment: { status: "held" },
    });
    const { token } = await pair.service.addSession(pair.alice);
    const response = await pair.service.fetch(path, { ...said, token });
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      conversationId,
      state: "canceled",
      review: { outcome: "allow" },
      payment: { status: "voided" },
      conversation: { id: conversationId },
    });
    expect(body.review.reviewId).toMatch(/^rev_/);
  });

  test.each([
    ["missing", {}],
    ["empty", { reason: "" }],
    ["too long", { reason: "x".repeat(501) }],
    ["a number", { reason: 1 }],
  ])("refuses a reason that is %s", async (_what, fields) => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    const response = await post(pair, `${conversationId}/cancel`, fields);
    const problem = await json(response);
    expect(response.status).toBe(400);
    expect(problem.errors[0].pointer).toBe("/reason");
  });

  test("is 409 for a draft and for what has ended", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { conversationId } = await draft(pair);
    const cancel = (id: string, token: string) =>
      service.fetch(`/v1/conversations/${id}/cancel`, {
        method: "POST",
        token,
        json: { reason: "x" },
      });
    const onDraft = await cancel(conversationId, alice.token);
    expect(onDraft.status).toBe(409);
    const ended = await createSubmitted(pair);
    await cancel(ended.conversationId, pair.bob.token);
    const again = await cancel(ended.conversationId, alice.token);
    expect(again.status).toBe(409);
    expect((await json(again)).code).toBe("not_cancelable");
  });
});

describe("POST /v1/conversations/:id/receipt", () => {
  test("releases the price once the condition is met", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair, { price: "3.00" });
    const early = await post(pair, `${conversationId}/receipt`, {
      confirm: true,
    });
    expect(early.status).toBe(409);
    const problem = await json(early);
    expect(problem.code).toBe("condition_not_met");
    expect(problem.missing).toBeDefined();

    await post(pair, `${conversationId}/messages`, { text: "Done" });
    const signed = await post(pair, `${conversationId}/receipt`, {
      confirm: true,
    });
    const body = await json(signed);
    expect(signed.status).toBe(200);
    expect(body).toMatchObject({
      conversationId,
      state: "completed",
      payment: { status: "released" },
      receipt: { conversationId, condition: "replied" },
    });
  });

  test.each([
    [{}],
    [{ confirm: false }],
    [{ confirm: "true" }],
    [{ confirm: 1 }],
  ])("answers %p with confirm_required", async (fields) => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    const response = await post(pair, `${conversationId}/receipt`, fields);
    expect(response.status).toBe(400);
    expect((await json(response)).code).toBe("confirm_required");
  });

  test("is not for the sender to sign", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { conversationId } = await createSubmitted(pair, { price: "3.00" });
    const response = await service.fetch(
      `/v1/conversations/${conversationId}/receipt`,
      { method: "POST", token: alice.token, json: { confirm: true } },
    );
    expect(response.status).toBe(403);
    expect((await json(response)).code).toBe("sender_cannot_sign");
  });
});

describe("POST /v1/conversations/:id/decisions", () => {
  test("declines a priced request and gives the price back", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    const response = await post(pair, `${conversationId}/decisions`, {
      decision: "decline",
    });
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      conversationId,
      decision: "decline",
      state: "rejected",
      conversation: { payment: { status: "voided" } },
    });
    expect(body.checkpointId).toMatch(/^chk_/);
  });

  test.each([[{}], [{ decision: "maybe" }], [{ decision: true }]])(
    "refuses %p",
    async (fields) => {
      await using pair = await startPair();
      const { conversationId } = await createSubmitted(pair, { price: "1.00" });
      const response = await post(pair, `${conversationId}/decisions`, fields);
      expect(response.status).toBe(400);
    },
  );

  test("is 409 when nothing waits for the caller", async () => {
    await using pair = await startPair();
    const { alice, service } = pair;
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    const response = await service.fetch(
      `/v1/conversations/${conversationId}/decisions`,
      { method: "POST", token: alice.token, json: { decision: "approve" } },
    );
    expect(response.status).toBe(409);
    expect((await json(response)).code).toBe("no_open_checkpoint");
  });
});

describe("POST /v1/conversations/:id/complete", () => {
  test("completes unpaid work", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair);
    await post(pair, `${conversationId}/messages`, { text: "Done" });
    const response = await post(pair, `${conversationId}/complete`, {});
    expect(response.status).toBe(200);
    expect((await json(response)).state).toBe("completed");
  });

  test("asks for the receipt while a price is held", async () => {
    await using pair = await startPair();
    const { conversationId } = await createSubmitted(pair, { price: "1.00" });
    await post(pair, `${conversationId}/messages`, { text: "Done" });
    const response = await post(pair, `${conversationId}/complete`, {});
    expect(response.status).toBe(409);
    expect((await json(response)).code).toBe("receipt_required");
  });
});

describe("GET /v1/conversations/:id/audit", () => {
  test("answers the chain, and the rest of it after a hash", async () => {
    await using pair = await startPair();
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
      await using pair = await startPair();
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

describe("POST /v1/conversations/welcome", () => {
  test("is 201 first, then 200 with the same conversation", async () => {
    await using service = await startService();
    const dora = await service.addAccount("dora", { name: "Dora" });
    const open = (fields?: object) =>
      service.fetch("/v1/conversations/welcome", {
        method: "POST",
        token: dora.token,
        ...(fields && { json: fields }),
      });
    const first = await open();
    const body = await json(first);
    expect(first.status).toBe(201);
    expect(body).toMatchObject({ state: "submitted", created: true });
    expect(first.headers.get("location")).toBe(
      `/v1/conversations/${body.conversationId}`,
    );
    const second = await open({ name: "Another" });
    expect(second.status).toBe(200);
    expect(await json(second)).toMatchObject({
      conversationId: body.conversationId,
      contextId: body.contextId,
      created: false,
    });
  });

  test("refuses a name of 101 characters", async () => {
    await using service = await startService();
    const { token } = await service.addAccount("dora");
    const response = await service.fetch("/v1/conversations/welcome", {
      method: "POST",
      token,
      json: { name: "x".repeat(101) },
    });
    expect(response.status).toBe(400);
  });
});
