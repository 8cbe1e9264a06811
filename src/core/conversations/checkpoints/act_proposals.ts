import type { ShownEntry } from "../../addresses/grants.ts";
import { shownEntry } from "../../addresses/grants.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { showMoney } from "../../base/money.ts";
import type { Act } from "../model/acts.ts";
import { canReadFile, readersOf, visibleTo } from "../model/audience.ts";
import type {
  Artifact,
  Conversation,
  Message,
  Part,
  Participant,
} from "../model/model.ts";
import { SENDER } from "../model/model.ts";
import { paidTo } from "../model/paid_to.ts";
import { textOf } from "../projection/present_message.ts";
import type { Subject } from "./act_outcomes.ts";

/** What money does once it is approved. */
export interface Moves {
  readonly moves: "hold" | "release" | "return" | "raise";
  readonly amount: MicroUsdc;
  readonly from: string;
  readonly to: string;
  /** The whole price before and after, where it is raised. */
  readonly before?: MicroUsdc;
  readonly after?: MicroUsdc;
}

/** The whole of what will happen if a checkpoint is approved. */
export interface Proposed {
  readonly message?: Pick<
    Message,
    "id" | "mode" | "inReplyTo" | "parts" | "a2a"
  >;
  /** Words that are no message: an answer that is signed, why a price is raised. */
  readonly words?: string;
  readonly files: readonly Artifact[];
  readonly recipients: readonly Participant[];
  readonly reason?: string;
  readonly money?: Moves | undefined;
  readonly accepts?: true;
  readonly signs?: true;
  /** How a contact stands before and after; null is no contact. */
  readonly contact?: {
    readonly address: string;
    readonly before: ShownEntry | null;
    readonly after: ShownEntry;
  };
}

/** What each act proposes. Pure. */
const PROPOSED: Readonly<Record<Act, (subject: Subject) => Proposed>> = {
  submit: ({ conversation, checkpoint }) => ({
    ...firstMessage(conversation),
    files: sentBefore(conversation, checkpoint.openedAt),
    recipients: conversation.participants.slice(1),
    money: holdOf(conversation),
  }),
  outward: pendingMessage,
  reply: (subject) => ({ ...pendingMessage(subject), accepts: true }),
  artifact: (subject) => ({
    files: namedFile(subject),
    recipients: othersOf(subject),
    accepts: true,
  }),
  complete: (subject) => ({
    files: [],
    recipients: othersOf(subject),
    accepts: true,
  }),
  receipt: (subject) => ({
    ...statementOf(subject),
    files: [],
    recipients: senderOf(subject),
    money: priceOf(subject, "release"),
    accepts: true,
    signs: true,
  }),
  ask: ({ conversation, checkpoint }) => {
    const { messageId } = checkpoint.action;
    const message = conversation.messages.find(({ id }) => id === messageId);
    return { ...(message && { message }), files: [], recipients: [] };
  },
  cancel: (subject) => ({
    ...reasonOf(subject),
    files: [],
    recipients: othersOf(subject),
    money: returnOf(subject.conversation),
  }),
  raise_price: (subject) => ({
    ...reasonOf(subject),
    files: [],
    recipients: payeeParticipant(subject.conversation),
    money: raiseOf(subject),
  }),
  accept: (subject) => ({
    ...firstMessage(subject.conversation),
    files: sentBefore(subject.conversation, subject.checkpoint.openedAt),
    recipients: senderOf(subject),
    money: priceOf(subject, "hold"),
    accepts: true,
  }),
  grant: ({ checkpoint: { action } }) => ({
    files: [],
    recipients: [],
    contact: {
      address: String(action.address),
      before: action.before === null ? null : shownEntry(action.before),
      after: shownEntry(action.after),
    },
  }),
};

/** The whole of what a checkpoint proposes, as whoever is asked may see it. Pure. */
export function proposedBy(subject: Subject): Proposed {
  const { conversation, checkpoint, asked } = subject;
  const proposed = PROPOSED[checkpoint.action.act](subject);
  const files = proposed.files.filter((it) =>
    canReadFile(conversation, it, asked.position),
  );
  return { ...proposed, files };
}

/** The sender's files of the request itself: none that came after it was asked about. */
function sentBefore({ artifacts }: Conversation, openedAt: number) {
  return artifacts.filter(
    (it) => it.addedBy === SENDER && it.createdAt <= openedAt,
  );
}

/** The text of what is proposed, if it has any. */
export function wordsOf({ message, words }: Proposed): string | undefined {
  return message ? textOf(message.parts) : words;
}

/** The parts of what is proposed, if it is a message. */
export function partsOf({ message }: Proposed): readonly Part[] | undefined {
  return message?.parts;
}

function firstMessage({ messages: [message] }: Conversation) {
  return message && message.author === SENDER ? { message } : {};
}

/** What of a message waits; once it is decided, which one it was. */
function pendingMessage(subject: Subject): Proposed {
  const { conversation, checkpoint } = subject;
  const { pendingMessage, action } = checkpoint;
  const message =
    pendingMessage ??
    conversation.messages.find(({ id }) => id === action.messageId);
  if (!message) return { files: [], recipients: namedIn(subject) };
  return {
    message,
    files: conversation.artifacts.filter(({ id }) =>
      message.artifactIds.includes(id),
    ),
    recipients: readersOf(conversation, message),
  };
}

/** Whom a dropped message would have reached. */
function namedIn({ conversation, checkpoint: { action } }: Subject) {
  const named = JSON.stringify(action.recipients ?? []);
  return conversation.participants.filter(({ address }) =>
    named.includes(JSON.stringify(address)),
  );
}

function namedFile({ conversation, checkpoint }: Subject): Artifact[] {
  const { artifactId } = checkpoint.action;
  return conversation.artifacts.filter(({ id }) => id === artifactId);
}

function statementOf({ checkpoint: { action } }: Subject) {
  const { statement } = action;
  return typeof statement === "string" ? { words: statement } : {};
}

function reasonOf({ checkpoint: { action } }: Subject) {
  const { reason } = action;
  return typeof reason === "string" ? { reason } : {};
}

/** Everybody else whom the asked account knows to be there. */
function othersOf({ conversation, asked }: Subject): readonly Participant[] {
  return visibleTo(conversation, asked).filter((it) => it !== asked);
}

function senderOf({ conversation }: Subject): readonly Participant[] {
  return conversation.participants.slice(SENDER, SENDER + 1);
}

function payeeParticipant({ participants, payment }: Conversation) {
  const id = payment?.payeeId ?? null;
  return participants.filter((it) => id !== null && it.accountId === id);
}

/** The price of what is not sent yet: there is no payment before. */
function holdOf(conversation: Conversation): Moves | undefined {
  const { price } = conversation;
  if (price === 0) return undefined;
  return { moves: "hold", amount: price, ...sidesOf(conversation) };
}

/** The held price of whoever is asked; nothing for those who are not paid. */
function priceOf(
  { conversation, asked }: Subject,
  moves: "hold" | "release",
): Moves | undefined {
  const { payment } = conversation;
  const isPayee = payeeParticipant(conversation).includes(asked);
  if (payment?.status !== "held" || !isPayee) return undefined;
  return { moves, amount: payment.price, ...sidesOf(conversation) };
}

/** What goes back to the payer where a held price ends; nothing where none is held. */
export function returnOf(conversation: Conversation): Moves | undefined {
  const { payment } = conversation;
  if (payment?.status !== "held") return undefined;
  const { from, to } = sidesOf(conversation);
  return { moves: "return", amount: payment.price, from: to, to: from };
}

/** As it was asked for, also after it is decided. */
function raiseOf({ conversation, checkpoint }: Subject): Moves {
  const after = Number(checkpoint.action.price);
  const amount = Number(checkpoint.action.extra);
  return {
    moves: "raise",
    amount,
    ...sidesOf(conversation),
    before: after - amount,
    after,
  };
}

/** Who pays and who is paid, by address. */
export function sidesOf(conversation: Conversation) {
  const { address: to } = paidTo(conversation);
  return { from: conversation.fromAddress, to };
}

/** Money as every wire shows it. */
export function presentMoves({ amount, before, after, ...it }: Moves) {
  return {
    ...it,
    amount: showMoney(amount),
    ...(before !== undefined && { before: showMoney(before) }),
    ...(after !== undefined && { after: showMoney(after) }),
  };
}
