import type { Static } from "typebox";
import { Type } from "typebox";
import { Word } from "../../base/own_words.ts";
import { closed, Timestamp } from "../../base/schemas.ts";
import { showTime } from "../../base/time.ts";
import type { Act } from "../model/acts.ts";
import { openAbout } from "../model/checkpoints_about.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { payeeOf } from "../model/payee.ts";
import { isTerminal } from "../model/states.ts";
import { hasBegun, hasDeclined } from "../model/taken.ts";
import { presentCondition } from "../projection/present_steps.ts";
import { conditionWords } from "../settlement/condition_words.ts";
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

/** What is asked of whoever decides, by what it is about. */
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
 * Whose turn it is. A viewer is taken for the person; the caller decides whether an
 * agent may act for its account. Pure.
 */
export function nextStep(
  conversation: Conversation,
  viewer: Participant,
): NextStep {
  const { state } = conversation;
  if (state === "draft") {
    return { who: "you", text: "Complete the draft and send it." };
  }
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
  return atWork(conversation, viewer);
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
): readonly ActionName[] {
  const { state, payment } = conversation;
  if (state === "auth-required") return ["fund"];
  const isEarned = presentCondition(conversation)?.met ?? true;
  return payment?.status === "held" && isEarned ? ["sign_receipt"] : TO_WORK;
}

/** What asks the viewer's account, the first to run out before the others. */
export function firstAsked(
  { checkpoints }: Conversation,
  accountId: string | null,
): Checkpoint | undefined {
  return checkpoints
    .filter((it) => it.status === "open" && it.forAccountId === accountId)
    .toSorted((one, other) => one.expiresAt - other.expiresAt)[0];
}

function asked({ action: { act }, expiresAt }: Checkpoint): NextStep {
  return { who: "you", text: ASKED[act], by: showTime(expiresAt) };
}

function toPay({ payment }: Conversation, { role }: Participant): NextStep {
  const isRaise = payment?.status === "held";
  if (role !== "sender") {
    const text = isRaise
      ? "The sender agrees to the higher price or keeps it as it is."
      : "The sender has to pay first.";
    return { who: "them", text };
  }
  const text = isRaise
    ? "Agree to the higher price, or decline it."
    : "Pay, or it is not sent.";
  return { who: "you", text };
}

/** Delivered, and nothing in the way: the addressed have to act. */
function atWork(conversation: Conversation, viewer: Participant): NextStep {
  const { payment } = conversation;
  const until = payment?.status === "held" ? payment.captureBefore : null;
  const by = until === null ? {} : { by: showTime(until) };
  const takers = takersOf(conversation);
  const isTheirs = takers.some((it) => it.position === viewer.position);
  if (!isTheirs) return { ...waitsFor(conversation, takers), ...by };
  if (payment?.status === "held") {
    return { who: "you", text: earnWords(conversation, viewer), ...by };
  }
  const text =
    conversation.state === "submitted"
      ? "Answer it: your first message accepts it."
      : "Do the work, then mark it as completed.";
  return { who: "you", text, ...by };
}

function earnWords(conversation: Conversation, payee: Participant): string {
  const condition = presentCondition(conversation);
  if (!condition || condition.met) return "Sign the receipt to be paid.";
  return `Meet the condition, then sign the receipt: ${conditionWords(conversation, payee)}`;
}

/**
 * Whose work it is: the payee's where somebody is paid, else that of everybody in `to`
 * who has not said no.
 */
function takersOf(conversation: Conversation): readonly Participant[] {
  const payee = conversation.payment && payeeOf(conversation);
  if (payee) return [payee];
  return conversation.participants.filter(
    (it) => it.role === "to" && !hasDeclined(conversation, it),
  );
}

/** Who has begun, or else who has still to answer. */
function waitsFor(
  conversation: Conversation,
  takers: readonly Participant[],
): NextStep {
  const begun =
    conversation.state === "submitted"
      ? []
      : takers.filter((it) => hasBegun(conversation, it));
  if (begun.length === 0) {
    const text = `It waits for the answer of ${namesOf(takers, "or")}.`;
    return { who: "them", text };
  }
  const are = begun.length === 1 ? "is" : "are";
  const text = `${namesOf(begun, "and")} ${are} at work on it.`;
  return { who: "them", text };
}

function namesOf(takers: readonly Participant[], word: "and" | "or"): string {
  const names = takers.map(({ address }) => address);
  const last = names.pop();
  if (last === undefined) return "the recipient";
  return names.length === 0 ? last : `${names.join(", ")} ${word} ${last}`;
}
