import type { MicroUsdc } from "../../../base/money.ts";
import { amountOn } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { allOf, oneOf } from "../../../base/words/lists.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { saidAgain } from "../../../errors/said_again.ts";
import { isUntold } from "../../../payments/terms/foreign_terms.ts";
import type { Act } from "../acts.ts";
import { TRAITS } from "../acts.ts";
import { visibleTo } from "../audience.ts";
import { isAbout, openAbout } from "../checkpoints_about.ts";
import type {
  Checkpoint,
  Conversation,
  Message,
  Participant,
} from "../model.ts";
import { payeeOf } from "../payee.ts";
import { isTerminal } from "../states.ts";
import { questionAsked } from "../tally.ts";
import { agreedOf, isParty } from "../terms/agreed.ts";
import { dueNow, nextStepDue } from "../terms/steps.ts";
import type { ActionName, NextStep } from "../turn_schemas.ts";
import { earnedWords } from "./condition_words.ts";
import { disputeStep } from "./dispute_step.ts";
import { endedWords } from "./ended_words.ts";
import { conditionStanding } from "./present_steps.ts";
import { fundBy, waitedFor, workingOn } from "./taken.ts";
import {
  freelyAnswered,
  unpayableAsk,
  unpayableWords,
} from "./unpayable_ask.ts";

/** The texts for the decider, by act. */
const ASKED: Readonly<Record<Act, string>> = {
  submit: phrase`Decide whether to send it.`,
  outward: phrase`Decide whether to send the message.`,
  reply: phrase`Decide whether to accept and send the message.`,
  artifact: phrase`Decide whether to accept and add the file.`,
  complete: phrase`Decide whether to accept and mark it as completed.`,
  receipt: phrase`Decide whether to accept and sign the receipt.`,
  ask: phrase`Answer the agent's question.`,
  cancel: phrase`Decide whether to cancel it.`,
  raise_price: phrase`Agree to the higher price, or keep the current one.`,
  proposal: phrase`Accept the proposal, propose other terms, or decline it.`,
  refund: phrase`Refund the money, or decline.`,
  dispute: phrase`Agree to what goes back, propose another split, or decline.`,
  arbitration: phrase`Decide how much goes back.`,
  accept: phrase`Accept, ask first, or decline.`,
  grant: phrase`Decide whether to change the contact.`,
};

/**
 * Whose turn it is. The viewer counts as the person; the caller of this function decides
 * whether an agent may act for its account. Pure.
 */
export function nextStep(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): NextStep {
  const { state } = conversation;
  if (state === "draft") return draftStep(conversation, say);
  const question = questionAsked(conversation, viewer);
  const isAsking = question?.author === viewer.position;
  const waiting = firstAsked(conversation, viewer.accountId);
  if (waiting && isAsking && isAbout(waiting, "accept")) {
    const text = say`Waiting for the sender to answer the question.`;
    return { who: "them", text, by: showTime(waiting.expiresAt) };
  }
  if (waiting) return asked(waiting, say);
  const disputed = disputeStep(conversation, viewer, say);
  if (disputed) return disputed;
  if (isTerminal(state)) {
    return { who: "nobody", text: endedWords(conversation, say) };
  }
  if (state === "auth-required") return toPay(conversation, viewer, say);
  const unpayable = unpayableAsk(conversation, viewer);
  if (unpayable) return { who: "you", text: unpayableWords(unpayable, say) };
  if (question) return toAnswer(conversation, viewer, question, say);
  if (state === "input-required") {
    return { who: "them", text: decidedBy(conversation, viewer, say) };
  }
  return underWay(conversation, viewer, say);
}

const TO_WORK = [
  "reply",
  "ask_first",
  "add_file",
  "complete",
  "sign_receipt",
] as const;

/** The actions for a viewer's step without a checkpoint. Pure. */
export function actionsOfStep(
  conversation: Conversation,
  viewer: Participant,
): readonly ActionName[] {
  const { state, payment } = conversation;
  if (state === "auth-required") return ["fund"];
  const isPaid = payment?.status === "held" && payeeOf(conversation) === viewer;
  const isEarned = conditionStanding(conversation)?.met ?? true;
  return isPaid && isEarned ? ["sign_receipt"] : TO_WORK;
}

/** The checkpoints that ask the viewer's account, by expiry. */
export function firstAsked(
  { checkpoints }: Conversation,
  accountId: string | null,
): Checkpoint | undefined {
  return checkpoints
    .filter((it) => it.status === "open" && it.forAccountId === accountId)
    .toSorted((one, other) => one.expiresAt - other.expiresAt)[0];
}

function draftStep({ sending }: Conversation, say: Say): NextStep {
  if (sending === null) {
    return { who: "you", text: say`Finish the draft and send it.` };
  }
  return "at" in sending
    ? { who: "nobody", text: say`It will be sent at the scheduled time.` }
    : {
        who: "you",
        text: say`It wasn't sent at the scheduled time. ${saidAgain(sending, say)}`,
      };
}

function asked({ action: { act }, expiresAt }: Checkpoint, say: Say): NextStep {
  return { who: "you", text: say.of(ASKED[act]), by: showTime(expiresAt) };
}

function toPay(
  conversation: Conversation,
  { role }: Participant,
  say: Say,
): NextStep {
  const [raise] = openAbout(conversation, "raise_price");
  const by = showTime(raise?.expiresAt ?? fundBy(conversation));
  if (role !== "sender") {
    const text = raise
      ? say`Waiting for the sender to agree to the higher price or keep the current one.`
      : say`Waiting for the sender to pay.`;
    return { who: "them", text, by };
  }
  if (conversation.payment && conversation.payment.pendingAt !== null) {
    return { who: "them", text: say`The payment is on its way.` };
  }
  if (conversation.payment && isUntold(conversation.payment)) {
    const unpayable = unpayableAsk(conversation, { role });
    if (unpayable) return { who: "you", text: unpayableWords(unpayable, say) };
    const host = freelyAnswered(conversation);
    if (host !== undefined) {
      const text = say`${host} answers without asking for the price, so nothing is held. Cancel the request, and write without a price to read the answer.`;
      return { who: "you", text };
    }
    const text = say`Waiting for the payee's service to say how it's paid.`;
    return { who: "them", text, by };
  }
  const text = raise
    ? say`Agree to the higher price, or decline it.`
    : agreedOf(conversation)
      ? say`Pay the agreed price, and the work starts.`
      : say`Pay to send it.`;
  return { who: "you", text, by };
}

/** Delivered and not blocked: the recipients must act. */
function underWay(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): NextStep {
  const { payment, state } = conversation;
  const [proposed] = openAbout(conversation, "proposal");
  if (proposed && isParty(conversation, viewer)) {
    const text = say`Waiting for an answer to the proposal.`;
    return { who: "them", text, by: showTime(proposed.expiresAt) };
  }
  const isAsked = state === "submitted";
  const until = dueBy(conversation);
  const by = until === null ? {} : { by: showTime(until) };
  const those = isAsked ? waitedFor(conversation) : workingOn(conversation);
  if (payment?.status === "held" && payeeOf(conversation) === viewer) {
    const text = earnWords(conversation, dueNow(conversation), say);
    return { who: "you", text, ...by };
  }
  const nobody = those.length === 0 && viewer.role === "sender";
  if (nobody) return { who: "you", text: unreached(conversation, say) };
  if (!those.includes(viewer)) {
    return { who: "them", text: theirs(those, isAsked, say), ...by };
  }
  const text = isAsked ? say`Reply to accept.` : workWords(conversation, say);
  return { who: "you", text, ...by };
}

/** Until when the others have to act: by a deadline, or before the hold ends. */
function dueBy(conversation: Conversation): number | null {
  const { terms, payment, state } = conversation;
  const end = payment?.status === "held" ? payment.captureBefore : null;
  if (state === "submitted") return terms?.acceptBy ?? end;
  const isMet = end !== null && conditionStanding(conversation)?.met === true;
  return isMet ? end : (nextStepDue(conversation) ?? terms?.dueAt ?? end);
}

/** The account whose agent waits for its person, unless the viewer may not know of them. */
function decidedBy(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): string {
  const asked = conversation.checkpoints
    .filter((it) => it.status === "open" && TRAITS[it.action.act].blocks)
    .map(({ forAccountId }) => forAccountId);
  const decider = visibleTo(conversation, viewer).find(
    ({ accountId }) => accountId !== null && asked.includes(accountId),
  );
  return decider
    ? say`Waiting for ${decider.address} to decide.`
    : say`Waiting for someone else to decide.`;
}

/** A question before an acceptance: its author waits, and the sender is asked. */
function toAnswer(
  { participants }: Conversation,
  viewer: Participant,
  { author }: Message,
  say: Say,
): NextStep {
  if (viewer.role !== "sender") {
    const text = say`Waiting for the sender to answer the question.`;
    return { who: "them", text };
  }
  const asks = participants[author]?.address ?? "";
  const text = say`Answer the question from ${asks}, who hasn't accepted yet.`;
  return { who: "you", text };
}

/** Only the payee's receipt ends paid work. */
function workWords(conversation: Conversation, say: Say): string {
  const { payment } = conversation;
  const payee = payment?.status === "held" ? payeeOf(conversation) : undefined;
  return payee
    ? say`Do the work. ${payee.address} signs the receipt and gets paid.`
    : say`Do the work, then mark it as completed.`;
}

function earnWords(
  conversation: Conversation,
  held: MicroUsdc,
  say: Say,
): string {
  const condition = conditionStanding(conversation);
  const price = amountOn(conversation, held, say.language);
  return !condition || condition.met
    ? say`Sign the receipt to get ${price}.`
    : earnedWords(conversation, price, say);
}

/** Why no recipient is left to answer, if an address does not exist. */
function unreached({ participants }: Conversation, say: Say): string {
  const missing = participants
    .filter((it) => it.deliveryState === "no_such_account")
    .map(({ address }) => address);
  return missing.length === 0
    ? say`It didn't reach anyone who can answer. Write to another address.`
    : say`The address ${oneOf(missing, say)} doesn't exist, so no one can answer. Write to the right one.`;
}

const NAMED_MAX = 3;

function theirs(
  those: readonly Participant[],
  isAsked: boolean,
  say: Say,
): string {
  const { length } = those;
  if (length === 0) {
    return isAsked ? say`Waiting for an answer.` : say`In progress.`;
  }
  const addresses = those.map(({ address }) => address);
  if (isAsked) {
    return length > NAMED_MAX
      ? say`Waiting for ${length} recipients to answer.`
      : say`Waiting for ${oneOf(addresses, say)} to answer.`;
  }
  if (length > NAMED_MAX) return say`${length} recipients are working on it.`;
  return length === 1
    ? say`${addresses.join()} is working on it.`
    : say`${allOf(addresses, say)} are working on it.`;
}
