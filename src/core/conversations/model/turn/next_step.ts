import { showTime } from "../../../base/time.ts";
import { allOf, oneOf } from "../../../base/words/lists.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { saidAgain } from "../../../errors/said_again.ts";
import type { Act } from "../acts.ts";
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
import type { ActionName, NextStep } from "../turn_schemas.ts";
import { conditionWords } from "./condition_words.ts";
import { endedWords } from "./ended_words.ts";
import { conditionStanding } from "./present_steps.ts";
import { fundBy, waitedFor, workingOn } from "./taken.ts";

/** The words for the decider, by act. */
const ASKED: Readonly<Record<Act, string>> = {
  submit: phrase`Decide whether it is sent.`,
  outward: phrase`Decide whether the agent's message is sent.`,
  reply: phrase`Decide whether to accept the request with the agent's message.`,
  artifact: phrase`Decide whether to accept the request with the agent's file.`,
  complete: phrase`Decide whether to accept the request and call it finished.`,
  receipt: phrase`Decide whether to accept the request and sign the receipt.`,
  ask: phrase`Answer what the agent asks.`,
  cancel: phrase`Decide whether it is canceled.`,
  raise_price: phrase`Agree to the higher price, or keep the price as it is.`,
  refund: phrase`Give the money back that is asked for, or decline.`,
  accept: phrase`Accept the request, ask first, or decline it.`,
  grant: phrase`Decide whether the contact is changed.`,
};

/**
 * Whose turn it is. The viewer is taken to be the person; the caller of this function
 * decides whether an agent may act for its account. Pure.
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
    const text = say`The sender answers the question first.`;
    return { who: "them", text, by: showTime(waiting.expiresAt) };
  }
  if (waiting) return asked(waiting, say);
  const [refund] = openAbout(conversation, "refund");
  if (refund && viewer.role === "sender") {
    const text = say`The payee decides whether to give money back.`;
    return { who: "them", text, by: showTime(refund.expiresAt) };
  }
  if (isTerminal(state)) {
    return { who: "nobody", text: endedWords(conversation, say) };
  }
  if (state === "auth-required") return toPay(conversation, viewer, say);
  if (question) return toAnswer(conversation, viewer, question, say);
  if (state === "input-required") {
    return { who: "them", text: say`Somebody else decides something first.` };
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

/** The actions by which a viewer does a step that no checkpoint asks for. Pure. */
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

/** The checkpoints that ask the viewer's account, by when they expire. */
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
    return { who: "you", text: say`Complete the draft and send it.` };
  }
  return "at" in sending
    ? { who: "nobody", text: say`It is sent by itself at its time.` }
    : {
        who: "you",
        text: say`It was not sent at its time. ${saidAgain(sending, say)}`,
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
      ? say`The sender agrees to the higher price or keeps it as it is.`
      : say`The sender has to pay first.`;
    return { who: "them", text, by };
  }
  const text = raise
    ? say`Agree to the higher price, or decline it.`
    : say`Pay, or it is not sent.`;
  return { who: "you", text, by };
}

/** Delivered and not blocked: the addressed have to act. */
function underWay(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): NextStep {
  const { payment, state } = conversation;
  const until = payment?.status === "held" ? payment.captureBefore : null;
  const by = until === null ? {} : { by: showTime(until) };
  const isAsked = state === "submitted";
  const those = isAsked ? waitedFor(conversation) : workingOn(conversation);
  if (payment?.status === "held" && payeeOf(conversation) === viewer) {
    return { who: "you", text: earnWords(conversation, viewer, say), ...by };
  }
  const nobody = those.length === 0 && viewer.role === "sender";
  if (nobody) return { who: "you", text: unreached(conversation, say) };
  if (!those.includes(viewer)) {
    return { who: "them", text: theirs(those, isAsked, say), ...by };
  }
  const text = isAsked
    ? say`Answer it: your first message accepts it.`
    : workWords(conversation, say);
  return { who: "you", text, ...by };
}

/** A question before an acceptance: its author waits, and the sender is asked. */
function toAnswer(
  { participants }: Conversation,
  viewer: Participant,
  { author }: Message,
  say: Say,
): NextStep {
  if (viewer.role !== "sender") {
    return { who: "them", text: say`The sender answers the question first.` };
  }
  const asks = participants[author]?.address ?? "";
  const text = say`Answer the question of ${asks}, who has not accepted yet.`;
  return { who: "you", text };
}

/** Only the payee's receipt ends what is paid for. */
function workWords(conversation: Conversation, say: Say): string {
  const { payment } = conversation;
  const payee = payment?.status === "held" ? payeeOf(conversation) : undefined;
  return payee
    ? say`Do the work. The price is for ${payee.address}, who signs the receipt.`
    : say`Do the work, then mark it as completed.`;
}

function earnWords(
  conversation: Conversation,
  payee: Participant,
  say: Say,
): string {
  const condition = conditionStanding(conversation);
  if (!condition || condition.met) return say`Sign the receipt to be paid.`;
  return say`Meet the condition, then sign the receipt: ${conditionWords(conversation, payee, say)}`;
}

/** Why no recipient is left to answer, where an address does not exist. */
function unreached({ participants }: Conversation, say: Say): string {
  const missing = participants
    .filter((it) => it.deliveryState === "no_such_account")
    .map(({ address }) => address);
  return missing.length === 0
    ? say`It has reached nobody who could answer. Write to another address.`
    : say`Nobody has the address ${oneOf(missing, say)}: it has reached nobody who could answer. Write to the right one.`;
}

const NAMED_MAX = 3;

function theirs(
  those: readonly Participant[],
  isAsked: boolean,
  say: Say,
): string {
  const { length } = those;
  if (length === 0) {
    return isAsked ? say`It waits for an answer.` : say`It is in work.`;
  }
  const addresses = those.map(({ address }) => address);
  if (isAsked) {
    return length > NAMED_MAX
      ? say`It waits for the answer of ${length} recipients.`
      : say`It waits for the answer of ${oneOf(addresses, say)}.`;
  }
  if (length > NAMED_MAX) return say`${length} recipients are at work on it.`;
  return length === 1
    ? say`${addresses.join()} is at work on it.`
    : say`${allOf(addresses, say)} are at work on it.`;
}
