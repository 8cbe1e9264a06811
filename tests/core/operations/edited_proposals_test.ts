import { describe, expect, test } from "bun:test";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { balance, decide, startStage, view } from "../core_harness.ts";
import { agentOf, ask, HUNDRED, open, refusal } from "./approvals.ts";
import { clerkOf, request, toAll } from "./gated_replies.ts";

const edited = (reader: Actor, conversationId: string) =>
  view(reader, conversationId).then(({ checkpoints }) =>
    checkpoints.map(({ decision }) => decision?.edited),
  );

/** The checkpoint of an agent's message, beside that of the request. */
async function reviewed(reader: Actor, conversationId: string) {
  const { checkpoints } = await view(reader, conversationId);
  const found = checkpoints.find(({ kind }) => kind === "review");
  return { checkpointId: found?.checkpointId ?? "" };
}

async function isSound({ run }: Stage): Promise<boolean> {
  return (await run(verifyAudit, {})).ok;
}

describe("what an agent proposes, changed by its person", () => {
  test("a request goes with their text, title and price, and the record says so", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const id = await ask(core, { text: "Make plans" });
    const { action } = await open(alice, id);
    const done = await decide(alice.asPerson(), id, "approve", {
      edited: { text: "Make good plans", title: "Better", price: "7.00" },
    });
    expect(done.state).toBe("submitted");
    expect(await balance(core, alice)).toBe(HUNDRED - 7_000_000);
    expect(await view(bob, id)).toMatchObject({
      title: "Better",
      payment: { status: "held", price: { amount: "7.00" } },
      messages: [{ text: "Make good plans", actor: { kind: "person" } }],
    });
    const seen = await view(alice, id);
    expect(seen.checkpoints).toMatchObject([
      // The proposal stays as the agent made it.
      { status: "approved", action, decision: { edited: true } },
    ]);
    expect(JSON.stringify(await view(bob, id))).not.toContain("Make plans");
    const { records } = await alice.run(readAudit, { conversationId: id });
    const record = records.find(({ type }) => type === "checkpoint.approved");
    expect(record).toMatchObject({ refs: { edited: "true" } });
    expect(await isSound(core)).toBe(true);
  });

  test("a message goes as they wrote it, in their name, and the agent reads what went", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const id = await request(core);
    const clerk = await clerkOf(core, bob);
    const asked = await toAll(clerk, id, "Tuesday?");
    await decide(bob.asPerson(), id, "approve", {
      ...(await reviewed(bob, id)),
      edited: { text: "Wednesday?" },
    });
    expect((await view(alice, id)).messages.at(-1)).toMatchObject({
      messageId: asked.messageId,
      text: "Wednesday?",
      actor: { kind: "person" },
    });
    const told = await view(clerk, id);
    expect(told.messages.at(-1)?.text).toBe("Wednesday?");
    expect(await edited(clerk, id)).toContain(true);
    expect(JSON.stringify(told)).not.toContain("Tuesday?");
    expect(await isSound(core)).toBe(true);
  });

  test("approved as it is, it is not said to be changed", async () => {
    await using core = await startStage();
    const id = await ask(core);
    await decide(core.alice.asPerson(), id, "approve");
    expect(await edited(core.alice, id)).toEqual([undefined]);
  });

  test("the review judges what goes: a price beyond the balance waits, and is not held", async () => {
    await using core = await startStage();
    const { alice } = core;
    const id = await ask(core);
    const done = await decide(alice.asPerson(), id, "approve", {
      edited: { price: "500.00" },
    });
    expect(done.state).toBe("auth-required");
    expect(await balance(core, alice)).toBe(HUNDRED);
    expect(await isSound(core)).toBe(true);
  });
});

describe("a change is refused", () => {
  test("from another agent, with a decline, and of a field that the act has not", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const id = await ask(core);
    const agent = await agentOf(core, "Helper");
    const change = { edited: { price: "5.00" } };
    const error = await refusal(agent, id, "approve", change);
    expect(error.code).toBe("person_required");
    const person = alice.asPerson();
    expect((await refusal(person, id, "decline", change)).code).toBe(
      "invalid_input",
    );
    const gated = await request(core);
    await toAll(await clerkOf(core, bob), gated, "Tuesday?");
    for (const edit of [{ price: "5.00" }, { title: "No" }, { text: " " }]) {
      const { code } = await refusal(bob.asPerson(), gated, "approve", {
        edited: edit,
        ...(await reviewed(bob, gated)),
      });
      expect(code).toBe("invalid_input");
    }
    expect((await view(alice, id)).state).toBe("input-required");
    expect(await balance(core, alice)).toBe(HUNDRED);
  });
});
