import { LIMITS } from "../../../base/limits.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { wouldAccept } from "../checkpoints/may_accept.ts";

/**
 * Refuses a question before acceptance by a recipient who has nothing to accept, or has
 * reached the limit of unanswered questions.
 * @throws invalid_input, wrong_state, quota_exceeded
 */
export function checkAsksFirst(
  conversation: Conversation,
  author: Participant,
  needsInput: boolean,
): void {
  const { state, messages } = conversation;
  if (needsInput) {
    throw acceptNotApplicable(
      told`needsInput asks your own person, not the sender`,
    );
  }
  if (author.role !== "to") {
    throw acceptNotApplicable(
      told`only an addressed recipient can accept a request`,
    );
  }
  if (!wouldAccept(conversation, author)) {
    throw new ServiceError("wrong_state", {
      detail: told`Cannot ask first: the request is already accepted. Send an ordinary message.`,
      extra: { state },
    });
  }
  const asked = messages.filter(
    (it) => it.author === author.position && it.asksFirst,
  );
  if (asked.length < LIMITS.questionsFirstMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot ask first: you already asked ${LIMITS.questionsFirstMax} questions. Accept or decline the request.`,
  });
}

/** The error for `accept` where it has no meaning. */
export function acceptNotApplicable(why: Sentence): ServiceError {
  return invalid("/accept", "not_applicable", why);
}
