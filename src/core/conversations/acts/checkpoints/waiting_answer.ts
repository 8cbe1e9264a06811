import { Type } from "typebox";
import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import { Word } from "../../../base/own_words.ts";
import type { Say } from "../../../base/words/say.ts";
import { sayInEnglish } from "../../../base/words/say.ts";
import { toldRules } from "../../../review/said_rule.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { cardRowOf } from "./cards.ts";
import { approvalUrl } from "./subject.ts";

/** The first fields of an answer to an act that waits for the caller's person. */
export const WAITING_FIELDS = {
  waiting: Type.Optional(
    Word(
      "sentence",
      "The person who decides; only present while your person has to decide first.",
    ),
  ),
  rule: Type.Optional(
    Word("code", "The rule of the review that asks (docs/review_rules.md)."),
  ),
  reason: Type.Optional(
    Word("sentence", "Why it asks, with what is left of a limit."),
  ),
  checkpointId: Type.Optional(
    Word("id", "The checkpoint that your person decides."),
  ),
  approvalUrl: Type.Optional(
    Word("link", "Where they decide it, signed in. Give it to them."),
  ),
};

/**
 * Tells whose decision an act waits for, and where they decide. In English: a repeat on
 * another interface or in another language gets the stored first answer.
 */
export function waitingAnswer(
  { settings, member }: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
) {
  const { forAccountId } = checkpoint;
  const asked = conversation.participants.find(
    (it) => it.accountId === forAccountId,
  );
  const isTold = asked && hasScope(member, "conversations:read");
  const whom = isTold
    ? `${asked.displayName} (${asked.address})`
    : "your person";
  return {
    waiting: `Waits for ${whom}: ${cardRowOf(checkpoint.action).undone} before they decide.`,
    ...whyAsked(checkpoint, isTold ? sayInEnglish : undefined),
    checkpointId: checkpoint.id,
    approvalUrl: approvalUrl(settings, conversation, checkpoint),
  };
}

/** The rule that asks a person, and why in words; an agent's question needs none. */
export function whyAsked({ rules }: Checkpoint, say: Say | undefined) {
  const [first] = rules;
  if (!first) return {};
  const reason = say && toldRules(rules).in(say);
  return { rule: first.id, ...(reason && { reason }) };
}

/**
 * The same for the newest open checkpoint that the caller's agents have opened for their
 * person.
 */
export function lastAsked(
  call: QueryCall,
  before: Conversation | null,
  after: Conversation,
): ReturnType<typeof waitingAnswer> | undefined {
  const checkpoint = after.checkpoints.findLast(
    (it) =>
      it.status === "open" &&
      it.forAccountId === call.member.accountId &&
      it.askedBy.credentialId !== undefined &&
      it.askedBy.credentialId === call.member.credentialId &&
      !before?.checkpoints.some(({ id }) => id === it.id),
  );
  return checkpoint && waitingAnswer(call, after, checkpoint);
}
