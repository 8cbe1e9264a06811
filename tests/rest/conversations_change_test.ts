import { describe, expect, test } from "bun:test";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import { draft, post } from "./conversations.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

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
    const pair = thePair();
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
    const pair = thePair();
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
    const pair = thePair();
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
