import { expect } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { balance, isLedgerRight, send, withReceipt } from "../core_harness.ts";

export const HUNDRED = 100_000_000;

export const FIVE = 5_000_000;

/** A paid request from alice, who is signed in, to bob. */
export const paid = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice.asPerson(), { to: bob.address, price: "5", ...more });

export const say = (actor: Actor, conversationId: string) =>
  actor.run(sendMessage, { conversationId, text: "done" });

export const sign = (actor: Actor, conversationId: string) =>
  withReceipt(actor.run(signReceipt, { conversationId, confirm: true }));

export const cancel = (actor: Actor, conversationId: string) =>
  actor.asPerson().run(cancelConversation, { conversationId, reason: "no" });

/** Wallets of alice and bob, and what all escrows hold together. */
export async function money(core: Stage): Promise<readonly number[]> {
  const [row] = await core.rows(
    "select coalesce(sum(balance), 0) from ledger_accounts where kind = 'escrow'",
  );
  expect(await isLedgerRight(core)).toBe(true);
  return [
    await balance(core, core.alice),
    await balance(core, core.bob),
    Number(row?.[0]),
  ];
}

export const UNTOUCHED = [HUNDRED, HUNDRED, 0];

export const HELD = [HUNDRED - FIVE, HUNDRED, FIVE];

export const RELEASED = [HUNDRED - FIVE, HUNDRED + FIVE, 0];
