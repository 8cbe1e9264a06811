import { expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { call, startPair } from "./calls.ts";

setDefaultTimeout(60_000);

/** The members of the results that the two agents act on. */
interface Seen {
  readonly conversationId: string;
  readonly state: string;
  readonly nextStep: { readonly who: string; readonly text: string };
  readonly proposalId?: string;
  readonly paymentStatus?: string;
  readonly conversation: {
    readonly actions: readonly string[];
    readonly dispute?: object;
    readonly checkpoints?: readonly { readonly checkpointId: string }[];
    readonly proposals?: readonly {
      readonly proposalId: string;
      readonly dueAt?: string;
      readonly price: string;
      readonly status: string;
      readonly reason?: string;
    }[];
  };
}

test("two agents agree on a price by tools alone, as each answer says what to do next", async () => {
  await using pair = await startPair();
  const { alice, bob } = pair;
  const ask = async (by: TestAccount, tool: string, args: object) => {
    const result = await call(pair, { by, tool: `svc.${tool}`, args });
    return result.structuredContent as unknown as Seen;
  };
  const read = (by: TestAccount, id: string) =>
    ask(by, "get_conversation", { conversationId: id });
  const validUntil = "2026-01-20T12:00:00Z";
  const { conversationId } = await ask(alice, "create_conversation", {
    ...{ to: bob.address, text: "Can you draw us a logo?" },
  });
  const at = { conversationId };
  const asked = await read(bob, conversationId);
  expect(asked.conversation.actions).toContain("propose_terms");
  const first = await ask(bob, "propose_terms", {
    ...{ ...at, price: "8.00", validUntil, note: "With two sizes" },
  });
  expect(first.nextStep.who).toBe("them");
  const offered = await read(alice, conversationId);
  expect(offered.nextStep.text).toStartWith("Accept the proposal");
  expect(offered.conversation.proposals).toMatchObject([
    { proposalId: first.proposalId ?? "", price: "8.00", status: "open" },
  ]);
  await ask(alice, "propose_terms", { ...at, price: "4.00", validUntil });
  const no = { decision: "decline", comment: "Too little" };
  await ask(bob, "record_hil_decision", { ...at, ...no });
  const { proposals: told } = (await read(alice, conversationId)).conversation;
  expect(told?.at(-1)).toMatchObject({ price: "4.00", status: "declined" });
  expect(told?.at(-1)?.reason).toContain("Too little");
  const dueAt = "2026-01-25T12:00:00.000Z";
  await ask(bob, "propose_terms", { ...at, price: "6.00", validUntil, dueAt });
  const { proposals = [], actions } = (await read(alice, conversationId))
    .conversation;
  expect(actions).toContain("propose_terms:proposalId");
  const best = proposals.find(
    (it) => it.price === "6.00" && it.dueAt === dueAt,
  );
  const agreed = await ask(alice, "propose_terms", {
    ...{ ...at, proposalId: best?.proposalId },
  });
  expect([agreed.state, agreed.paymentStatus]).toEqual(["working", "held"]);
  await ask(bob, "send_message", { ...at, text: "Here it is" });
  const signed = await ask(bob, "sign_receipt", { ...at, confirm: true });
  expect([signed.state, signed.paymentStatus]).toEqual([
    "completed",
    "released",
  ]);
});

test("two agents settle a dispute by tools alone, and read each other's words as marked", async () => {
  await using pair = await startPair();
  const { alice, bob } = pair;
  const ask = async (by: TestAccount, tool: string, args: object) => {
    const result = await call(pair, { by, tool: `svc.${tool}`, args });
    return result.structuredContent as unknown as Seen;
  };
  const { conversationId } = await ask(alice, "create_conversation", {
    ...{ to: bob.address, title: "A logo", text: "Please", price: "5.00" },
  });
  const at = { conversationId };
  await ask(bob, "send_message", { ...at, text: "Here it is" });
  const read = (by: TestAccount) => ask(by, "get_conversation", at);
  const { actions } = (await read(alice)).conversation;
  expect(actions).toContain("refund_payment:dispute");
  const opened = await ask(alice, "refund_payment", {
    ...{ ...at, dispute: "not_as_agreed", text: "One size is missing" },
    return: "3.00",
  });
  expect(opened.nextStep.who).toBe("them");
  const asked = (await read(bob)).conversation;
  expect(asked.actions).toContain("refund_payment:take");
  expect(asked.actions).not.toContain("sign_receipt");
  expect(asked.dispute).toMatchObject({
    ...{ status: "open", amount: "5.00", reason: "not_as_agreed" },
    splits: [{ number: 1, return: "3.00", status: "open" }],
  });
  expect(JSON.stringify(asked.dispute)).not.toContain('"One size');
  await ask(bob, "refund_payment", {
    ...{ ...at, return: "1.00", text: "It is half the work" },
  });
  const taken = await ask(alice, "refund_payment", { ...at, take: 2 });
  expect([taken.state, taken.paymentStatus]).toEqual(["completed", "released"]);
  expect((await read(bob)).conversation.dispute).toMatchObject({
    ...{ status: "settled", returned: "1.00", released: "4.00" },
  });
});
