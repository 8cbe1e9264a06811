import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Conversation, Participant } from "../model.ts";
import { isParty } from "./agreed.ts";
import type { Arbiter, Dispute, Split } from "./dispute.ts";
import { isOpenDispute } from "./dispute.ts";
import type { Terms } from "./terms.ts";

/** The dispute that can still be settled; undefined without one. */
export function openDisputeOf({
  terms,
}: Pick<Conversation, "terms">): Dispute | undefined {
  const dispute = terms?.dispute;
  return isOpenDispute(dispute) ? dispute : undefined;
}

/** The dispute that freezes what is held; undefined without one. */
export function freezeOf(
  conversation: Pick<Conversation, "terms">,
): Dispute | undefined {
  const dispute = openDisputeOf(conversation);
  return dispute?.about === "held" ? dispute : undefined;
}

/** Refuses an act on a price that is frozen. @throws dispute_open */
export function refuseDisputed(
  conversation: Pick<Conversation, "terms">,
  what: Sentence,
): void {
  if (!freezeOf(conversation)) return;
  throw new ServiceError("dispute_open", {
    detail: told`Cannot ${what}: a dispute about the price is open.`,
  });
}

/** The terms with another arbiter, or without one. Pure. */
export function withArbiter(
  terms: Terms | null,
  arbiter: Arbiter | null,
): Terms | null {
  const { arbiter: _before, ...rest } = terms ?? {};
  const after = arbiter ? { ...rest, arbiter } : rest;
  return Object.keys(after).length > 0 ? after : null;
}

/** True for the account that was named to decide disputes. */
export function isArbiter(
  { terms }: Pick<Conversation, "terms">,
  { accountId }: Pick<Participant, "accountId">,
): boolean {
  return accountId !== null && terms?.arbiter?.accountId === accountId;
}

/** True for those who see a dispute: its two sides, and the arbiter once it was asked. */
export function seesDispute(
  conversation: Conversation,
  viewer: Participant,
): boolean {
  return isParty(conversation, viewer) || isArbiter(conversation, viewer);
}

/** Positions of those who see it. */
export function disputants(conversation: Conversation): readonly number[] {
  return conversation.participants
    .filter((it) => seesDispute(conversation, it))
    .map(({ position }) => position);
}

/** A change by one of them, and the positions of the others, who are told. */
export function toldToOthers(after: Conversation, position: number) {
  return {
    after,
    notify: disputants(after).filter((it) => it !== position),
  };
}

/** The number of the other side that a side can take, with its place from 1. */
export function offeredTo(
  { splits }: Dispute,
  position: number,
): { readonly split: Split; readonly number: number } | undefined {
  const at = splits.findIndex(
    (it) => it.status === "open" && !isOf(it, position),
  );
  const split = splits[at];
  return split && { split, number: at + 1 };
}

const isOf = ({ by }: Split, position: number) => by === position;

/** Until when the sides are to answer: before the arbiter is asked, or it goes back. Pure. */
export function answerBy(
  { payment }: Pick<Conversation, "payment">,
  { status, askAt, ruleBy }: Dispute,
): number {
  const end = payment?.captureBefore ?? Number.POSITIVE_INFINITY;
  const until = status === "open" ? askAt : ruleBy;
  return Math.min(end, until ?? end);
}
