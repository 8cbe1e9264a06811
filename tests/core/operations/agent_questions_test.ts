import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor } from "../core_harness.ts";
import { decide, send, startStage, view } from "../core_harness.ts";
import { clerkOf, OUTSIDE, readable, request, texts } from "./gated_replies.ts";

describe("a question of an agent to its person", () => {
  const ask = (actor: Actor, conversationId: string, text = "which one?") =>
    actor.run(sendMessage, { conversationId, text, needsInput: true });

  test("is read by its own account alone, and accepts nothing", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const asked = await ask(await clerkOf(core, bob), conversationId);
    expect(asked.state).toBe("input-required");
    const seen = await view(bob.asPerson(), conversationId);
    expect(seen).toMatchObject({ unread: true, needsYou: true });
    expect(seen.checkpoints.at(-1)).toMatchObject({
      checkpointId: asked.checkpointId,
      kind: "input",
      title: "Clerk needs your input",
      summary: 'Clerk asks about "Plans": which one?',
      rules: [],
      action: { act: "ask", messageId: asked.messageId },
      expiresAt: "2026-01-18T12:00:00.000Z",
    });
    const foreign = await readable(alice, conversationId);
    expect(foreign).not.toContain("which one?");
    expect(foreign).not.toContain(asked.messageId);
    const early = await bob.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(early.code).toBe("condition_not_met");
    const shown = await bob.run(requestReview, { conversationId });
    expect(shown.checkpoint?.checkpointId).toBe(asked.checkpointId ?? "");
  });

  test("stands once in an answer, be it among the newest messages or on the page", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    const text = "the words of the question";
    const { messageId } = await ask(bob, conversationId, text);
    const count = LIMITS.threadMessagesMax + 1;
    for (let at = 0; at < count; at++) {
      await alice.run(sendMessage, { conversationId, text: `${at}` });
    }
    const read = async (page: { limit?: number; messageId?: string }) => {
      const input = { conversationId, ...page };
      const output = await bob.run(getConversation, input);
      const card = output.conversation.checkpoints.at(-1);
      const says = (it: unknown) => JSON.stringify(it).includes(text);
      return { page: says(output.messages), card: says(card?.proposal) };
    };
    expect(await read({})).toEqual({ page: true, card: false });
    expect(await read({ messageId })).toEqual({ page: true, card: false });
    expect(await read({ limit: 1 })).toEqual({ page: false, card: true });
  });

  test("is answered by a decision, whose comment the agent reads", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const clerk = await clerkOf(core, bob, [
      "conversations:read",
      "conversations:write",
      "decisions:write",
    ]);
    for (const decision of ["approve", "decline"] as const) {
      const conversationId = await request(core);
      await bob.run(sendMessage, { conversationId, text: "on it" });
      const { checkpointId } = await ask(clerk, conversationId);
      const own = { conversationId, checkpointId, decision };
      const refused = await clerk.refused(recordHilDecision, own);
      expect(refused.code).toBe("maker_cannot_decide");
      const comment = "the blue one";
      const done = await decide(bob.asPerson(), conversationId, decision, {
        comment,
      });
      expect(done.state).toBe("working");
      const read = (await view(clerk, conversationId)).checkpoints.at(-1);
      expect(read?.comment).toBe(comment);
      expect(await readable(alice, conversationId)).not.toContain(comment);
    }
  });

  test("is answered by a reply of the person, to all or to the question alone", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    for (const isPrivate of [true, false]) {
      const conversationId = await request(core);
      const clerk = await clerkOf(core, bob);
      await bob.run(sendMessage, { conversationId, text: "on it" });
      const { messageId } = await ask(clerk, conversationId);
      const other = await clerk.run(sendMessage, {
        conversationId,
        text: "soon",
      });
      expect(other.state).toBe("input-required");
      const done = await bob.asPerson().run(sendMessage, {
        conversationId,
        text: "the blue one",
        ...(isPrivate && { inReplyTo: messageId }),
      });
      expect(done.state).toBe("working");
      const { checkpoints } = await view(bob, conversationId);
      expect(checkpoints.at(-1)?.status).toBe("approved");
      expect(await texts(alice, conversationId)).toEqual([
        "words",
        "on it",
        "soon",
        ...(isPrivate ? [] : ["the blue one"]),
      ]);
    }
  });

  test("is for agents that work on a request, one at a time", async () => {
    await using core = await startStage();
    const { alice, bob, carol } = core;
    const cc = [OUTSIDE, carol.address];
    const conversationId = await request(core, { cc });
    const draft = await send(alice, { to: bob.address, submit: false });
    const question = { conversationId, text: "?", needsInput: true };
    await bob.run(sendMessage, question);
    const codes = [
      await bob.refused(sendMessage, question),
      await bob.asPerson().refused(sendMessage, question),
      await alice.refused(sendMessage, question),
      await carol.refused(sendMessage, question),
      await alice.refused(sendMessage, { ...question, conversationId: draft }),
    ].map(({ code }) => code as string);
    expect(codes).toEqual([
      "wrong_state",
      "invalid_input",
      "not_addressed",
      "not_addressed",
      "invalid_input",
    ]);
  });
});
