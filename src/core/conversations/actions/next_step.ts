import type { Static } from "typebox";
import { Type } from "typebox";
import { Word } from "../../base/own_words.ts";
import { closed, Timestamp } from "../../base/schemas.ts";
import { showTime } from "../../base/time.ts";
import { waitedFor, workingOn } from "../checkpoints/taken.ts";
import type { Act } from "../model/acts.ts";
import { openAbout } from "../model/checkpoints_about.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { payeeOf } from "../model/payee.ts";
import { isTerminal } from "../model/states.ts";
import { presentCondition } from "../projection/present_steps.ts";
import { conditionWords } from "../settlement/condition_words.ts";
import { fundBy } from "../settlement/fund_by.ts";
import type { ActionName } from "./action.ts";
import { endedWords } from "./ended_words.ts";

/** Whose turn it is, for one viewer. */
export const NextStepSchema = closed({
  who: Type.Enum(["you", "them", "person", "nobody"], {
    description:
      "Who has to act: you, somebody else, the person whose agent you are, or nobody any more.",
  }),
  text: Word("sentence", "What has to be done, in a sentence."),
  by: Type.Optional({
    ...Timestamp,
    description: "Until when; then it ends or goes back by itself.",
  }),
});

export type NextStep = Static<typeof NextStepSchema>;

/** The words for the decider, by act. */
const ASKED: Readonly<Record<Act, string>> = {
  submit: "Decide whether it is sent.",
  outward: "Decide whether the agent's message is sent.",
  reply: "Decide whether to accept the request with the agent's message.",
  artifact: "Decide whether to accept the request with the agent's file.",
  complete: "Decide whether to accept the request and call it finished.",
  receipt: "Decide whether to accept the request and sign the receipt.",
  ask: "Answer what the agent asks.",
  cancel: "Decide whether it is canceled.",
  raise_price: "Agree to the higher price, or keep the price as it is.",
  refund: "Give the money back that is asked for, or decline.",
  accept: "Accept the request, ask first, or decline it.",
  grant: "Decide whether the contact is changed.",
};

/**
 * Whose turn it is. The viewer is taken to be the person; the caller of this function
 * decides whether an agent may act for its account. Pure.
 */
export function nextStep(
  conversation: Conversation,
  viewer: Participant,
): NextStep {
  const { state } = conversation;
  if (state === "draft") return draftStep(conversation);
  const waiting = firstAsked(conversation, viewer.accountId);
  if (waiting) return asked(waiting);
  const [refund] = openAbout(conversation, "refund");
  if (refund && viewer.role === "sender") {
    const text = "The payee decides whether to give money back.";
    return { who: "them", text, by: showTime(refund.expiresAt) };
  }
  if (isTerminal(state)) {
    return { who: "nobody", text: endedWords(conversation) };
  }
  if (state === "auth-required") return toPay(conversation, viewer);
  if (state === "input-required") {
    return { who: "them", text: "Somebody else decides something first." };
  }
  return underWay(conversation, viewer);
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
  const isEarned = presentCondition(conversation)?.met ?? true;
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

function draftStep({ sending }: Conversation): NextStep {
  if (sending === null) {
    return { who: "you", text: "Complete the draft and send it." };
  }
  return "at" in sending
    ? { who: "nobody", text: "It is sent by itself at its time." }
    : { who: "you", text: `It was not sent at its time. ${sending.detail}` };
}

function asked({ action: { act }, expiresAt }: Checkpoint): NextStep {
  return { who: "you", text: ASKED[act], by: showTime(expiresAt) };
}

function toPay(conversation: Conversation, { role }: Participant): NextStep {
  const [raise] = openAbout(conversation, "raise_price");
  const by = showTime(raise?.expiresAt ?? fundBy(conversation));
  if (role !== "sender") {
    const text = raise
      ? "The sender agrees to the higher price or keeps it as it is."
      : "The sender has to pay first.";
    return { who: "them", text, by };
  }
  const text = raise
    ? "Agree to the higher price, or decline it."
    : "Pay, or it is not sent.";
  return { who: "you", text, by };
}

/** Delivered and not blocked: the addressed have to act. */
function underWay(conversation: Conversation, viewer: Participant): NextStep {
  const { payment, state } = conversation;
  const until = payment?.status === "held" ? payment.captureBefore : null;
  const by = until === null ? {} : { by: showTime(until) };
  const isAsked = state === "submitted";
  const those = isAsked ? waitedFor(conversation) : workingOn(conversation);
  if (payment?.status === "held" && payeeOf(conversation) === viewer) {
    return { who: "you", text: earnWords(conversation, viewer), ...by };
  }
  if (!those.includes(viewer)) {
    return { who: "them", text: theirs(those, isAsked), ...by };
  }
  const text = isAsked
    ? "Answer it: your first message accepts it."
    : workWords(conversation);
  return { who: "you", text, ...by };
}

/** Only the payee's receipt ends what is paid for. */
function workWords(conversation: Conversation): string {
  const { payment } = conversation;
  const payee = payment?.status === "held" ? payeeOf(conversation) : undefined;
  return payee
    ? `Do the work. The price is for ${payee.address}, who signs the receipt.`
    : "Do the work, then mark it as completed.";
}

function earnWords(conversation: Conversation, payee: Participant): string {
  const condition = presentCondition(conversation);
  if (!condition || condition.met) return "Sign the receipt to be paid.";
  return `Meet the condition, then sign the receipt: ${conditionWords(conversation, payee)}`;
}

const NAMED_MAX = 3;
const OR = new Intl.ListFormat("en-GB", { type: "disjunction" });
const AND = new Intl.ListFormat("en-GB", { type: "conjunction" });

function theirs(those: readonly Participant[], isAsked: boolean): string {
  if (those.length === 0) {
    return isAsked ? "It waits for an answer." : "It is in work.";
  }
  const who =
    those.length > NAMED_MAX
      ? `${those.length} recipients`
      : (isAsked ? OR : AND).format(those.map(({ address }) => address));
  if (isAsked) return `It waits for the answer of ${who}.`;
  return `${who} ${those.length === 1 ? "is" : "are"} at work on it.`;
}
