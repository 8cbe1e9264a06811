import type { QueryCall } from "../../../../access/context.ts";
import { amountOn } from "../../../../base/money.ts";
import type { Say } from "../../../../base/words/say.ts";
import type { Sentence } from "../../../../base/words/sentence.ts";
import { told } from "../../../../base/words/sentence.ts";
import { ServiceError } from "../../../../errors/errors.ts";
import { heldOf } from "../../../../payments/model.ts";
import type { Review } from "../../../../review/review.ts";
import { objectionsOf } from "../../../../review/review.ts";
import { saidRules, toldRules } from "../../../../review/said_rule.ts";
import { visibleTo } from "../../../model/audience.ts";
import type { Conversation, Participant } from "../../../model/model.ts";
import { SENDER } from "../../../model/model.ts";
import { dueNow } from "../../../model/terms/steps.ts";
import { earnedWords } from "../../../model/turn/condition_words.ts";
import type { Moves } from "../../../model/turn/moves.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import type { Facts } from "./row.ts";

/** The price held for the participant that is asked; 0 for others. */
export function heldFor({ conversation, asked }: Subject): number {
  const { payment } = conversation;
  const isPayee =
    asked.accountId !== null && payment?.payeeId === asked.accountId;
  return isPayee ? heldOf(payment) : 0;
}

/** Sentences on what an acceptance does to a held price, and what earns it. */
export function keptWords(subject: Subject, say: Say): string {
  const { conversation } = subject;
  const held = heldFor(subject);
  if (held === 0) return "";
  const price = amountOn(conversation, dueNow(conversation), say.language);
  return ` ${earnedWords(conversation, price, say)}`;
}

/** Where a held price goes if the conversation ends without a receipt. */
export function returnWords(conversation: Conversation, say: Say): string {
  const { payment, participants } = conversation;
  if (payment?.status !== "held") return ` ${say`No money moves.`}`;
  const payer = participants[SENDER]?.address ?? say`the sender`;
  return ` ${say`The held ${amountOn(conversation, heldOf(payment), say.language)} goes back to ${payer}.`}`;
}

/** The request with the files that the sender added before the checkpoint opened. */
export function requestFacts({ conversation, checkpoint }: Subject): Facts {
  const [message] = conversation.messages;
  return {
    ...(message?.author === SENDER && { message }),
    files: conversation.artifacts.filter(
      (it) => it.addedBy === SENDER && it.createdAt <= checkpoint.openedAt,
    ),
  };
}

/** All others that the asked account knows to be in the conversation. */
export function othersOf({
  conversation,
  asked,
}: Subject): readonly Participant[] {
  return visibleTo(conversation, asked).filter((it) => it !== asked);
}

/** The moves of the price held for the participant that is asked, if there is one. */
export function heldMoves(
  subject: Subject,
  moves: "keep" | "release",
): Moves | undefined {
  const held = heldFor(subject);
  if (held === 0) return undefined;
  const { conversation } = subject;
  const amount = moves === "release" ? dueNow(conversation) : held;
  return { moves, amount, ...sidesOf(conversation) };
}

/**
 * Refuses an agent what a rule leaves to a person; a denial is for everyone, and not checked
 * here.
 */
export function refuseAsking({ say }: QueryCall, review: Review): void {
  if (review.outcome !== "needs_person") return;
  const rules = objectionsOf(review);
  throw personRequired(
    told`you could not do this yourself without asking. ${toldRules(rules)}`,
    saidRules(rules, say),
  );
}

/** Refuses an approval by any agent. */
export function personRequired(
  why: Sentence,
  rules: Review["rules"] = [],
): ServiceError {
  return new ServiceError("person_required", {
    detail: told`Cannot approve: only your person can, because ${why}`,
    ...(rules.length > 0 && { extra: { rules } }),
  });
}
