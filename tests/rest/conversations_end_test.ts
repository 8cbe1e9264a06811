import { describe, expect, test } from "bun:test";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import { draft, post } from "./conversations.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

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
    const pair = thePair();
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
    const pair = thePair();
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
      const pair = thePair();
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
