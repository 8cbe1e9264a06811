import type { MicroUsdc } from "../../base/money.ts";
import type { Act } from "../model/acts.ts";
import { readersOf } from "../model/audience.ts";
import type {
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Participant,
} from "../model/model.ts";
import { SENDER } from "../model/model.ts";
import { participantAt } from "../projection/present_message.ts";
import { usdc as amount, shownRecipients } from "./card_words.ts";
import { isEndedByDecline } from "./remaining_recipients.ts";

/** A checkpoint in its conversation, for the account that it asks. */
export interface Subject {
  readonly conversation: Conversation;
  readonly checkpoint: Checkpoint;
  /** The participant whom it asks. */
  readonly asked: Participant;
}

/** What each answer leads to, and what no answer does: a sentence or two each. */
export interface Outcomes {
  readonly approve: string;
  readonly decline: string;
  readonly silence: string;
}

/** What came of it, once it is closed. */
type Happened = Readonly<Record<Exclude<CheckpointStatus, "open">, string>>;

interface Words {
  /** Only addresses of others stand in it, and nothing that they wrote. */
  outcomes(subject: Subject): Outcomes;
  readonly happened: Happened;
  /** How it is as long as nobody has decided. */
  readonly undone: string;
}

const SUPERSEDED = "It no longer mattered, and nothing was done by it.";
const WAITS_ON = "The request is not declined: it goes on waiting.";

/** Words of a checkpoint, by what it is about. */
const WORDS: Readonly<Record<Act, Words>> = {
  submit: {
    undone: "nothing is sent or held",
    outcomes: ({ conversation }) => ({
      approve: `It is sent at once to ${shownRecipients(conversation.participants.slice(1))}, exactly as it stands here.${holdWords(conversation)}`,
      decline:
        "Nothing is sent and nothing is held. It ends as rejected, and nobody else learns of it.",
      silence: "Nothing is sent or held, and it becomes a draft again.",
    }),
    happened: {
      approved: "It was approved to be sent exactly as it was shown.",
      declined: "It was not sent, and nothing was held.",
      expired: "Nobody answered in time: it became a draft again.",
      superseded: "It was no longer what had been shown, and was not sent.",
    },
  },
  outward: {
    undone: "nothing is sent",
    outcomes: (subject) => ({
      approve: `The message is sent at once to ${readers(subject)}, to the letter and in the agent's name.`,
      decline:
        "The message is dropped unsent. The agent reads your comment, and the work goes on.",
      silence: "The message is dropped unsent, and the work goes on.",
    }),
    happened: {
      approved: "The message was sent.",
      declined: "The message was dropped unsent.",
      expired: "Nobody answered in time: the message was dropped unsent.",
      superseded: "The message was dropped unsent.",
    },
  },
  reply: {
    undone: "nothing is sent or accepted",
    outcomes: (subject) => ({
      approve: `You accept the request, and the message is sent at once to ${readers(subject)}, to the letter and in the agent's name.${keptWords(subject)}`,
      decline: `The message is dropped unsent, and the agent reads your comment. ${WAITS_ON}`,
      silence: `The message is dropped unsent. ${WAITS_ON}`,
    }),
    happened: {
      approved: "The request was accepted and the message sent.",
      declined: "The message was dropped unsent; the request went on waiting.",
      expired:
        "Nobody answered in time: the message was dropped, and the request went on waiting.",
      superseded: "The message was dropped unsent.",
    },
  },
  artifact: {
    undone: "nobody else sees the file, and nothing is accepted",
    outcomes: (subject) => ({
      approve: `You accept the request, and the file is shown to those in the conversation.${keptWords(subject)}`,
      decline: `The file is deleted, and the agent reads your comment. ${WAITS_ON}`,
      silence: `The file is deleted. ${WAITS_ON}`,
    }),
    happened: {
      approved: "The request was accepted and the file added.",
      declined: "The file was deleted; the request went on waiting.",
      expired:
        "Nobody answered in time: the file was deleted, and the request went on waiting.",
      superseded: "The file was deleted.",
    },
  },
  complete: {
    undone: "nothing is completed or accepted",
    outcomes: () => ({
      approve:
        "You accept the request and say that the work is finished: it ends as completed, for everyone.",
      decline: `It is not finished by this, and the agent reads your comment. ${WAITS_ON}`,
      silence: `It is not finished by this. ${WAITS_ON}`,
    }),
    happened: {
      approved: "The request was accepted and completed.",
      declined: "It was not completed by this.",
      expired: "Nobody answered in time: it was not completed by this.",
      superseded: SUPERSEDED,
    },
  },
  receipt: {
    undone: "nothing is signed or accepted",
    outcomes: (subject) => ({
      approve: `You accept the request and sign the receipt.${releaseWords(subject)}`,
      decline: `Nothing is signed, and the agent reads your comment. ${WAITS_ON}`,
      silence: `Nothing is signed. ${WAITS_ON}`,
    }),
    happened: {
      approved: "The request was accepted and the receipt signed.",
      declined: "Nothing was signed; the request went on waiting.",
      expired:
        "Nobody answered in time: nothing was signed, and the request went on waiting.",
      superseded: SUPERSEDED,
    },
  },
  ask: {
    undone: "nobody else reads the question, and the work rests",
    outcomes: () => ({
      approve: "The agent reads your comment as the answer and goes on.",
      decline:
        "The question stays without an answer. The agent reads your comment and goes on.",
      silence: "The question stays without an answer, and the agent goes on.",
    }),
    happened: {
      approved: "The question was answered.",
      declined: "The question was left without an answer.",
      expired: "Nobody answered in time, and the agent went on.",
      superseded: SUPERSEDED,
    },
  },
  cancel: {
    undone: "nothing is canceled",
    outcomes: ({ conversation }) => ({
      approve: `The conversation ends as canceled, for everyone.${returnWords(conversation)}`,
      decline: "Everything stays as it is.",
      silence: "Everything stays as it is.",
    }),
    happened: {
      approved: "The conversation was canceled.",
      declined: "It was not canceled.",
      expired: "Nobody answered in time: it was not canceled.",
      superseded: "It was not canceled by this.",
    },
  },
  raise_price: {
    undone: "the price stays as it is",
    outcomes: ({ conversation: { payment } }) => {
      const price = usdc(payment?.price ?? 0);
      const asked = payment?.asked ?? payment?.price ?? 0;
      const more = usdc(asked - (payment?.price ?? 0));
      const stays = `The price stays ${price}, and the work goes on.`;
      return {
        approve: `${more} more is held from your balance, and the work goes on for ${usdc(asked)} in all.`,
        decline: stays,
        silence: stays,
      };
    },
    happened: {
      approved: "The higher price was agreed and held.",
      declined: "The price stayed as it was.",
      expired: "Nobody answered in time: the price stayed as it was.",
      superseded: "The higher price was taken back.",
    },
  },
  accept: {
    undone: "nothing is accepted",
    outcomes: (subject) => ({
      approve: `You accept the request, and ${sender(subject)} sees that it is in work.${keptWords(subject)}`,
      decline: declineWords(subject),
      silence: `It leaves your desk and stays open: what you write later still accepts it.${expiryWords(subject)}`,
    }),
    happened: {
      approved: "The request was accepted.",
      declined: "The request was declined.",
      expired: "Nobody answered in time; a reply still accepted it.",
      superseded: SUPERSEDED,
    },
  },
  grant: {
    undone: "the contact stays as it is",
    outcomes: () => ({
      approve: "Your contact is changed at once, exactly as it stands here.",
      decline: "Your contacts stay as they are.",
      silence: "Your contacts stay as they are.",
    }),
    happened: {
      approved: "The contact was changed as it was shown.",
      declined: "The contact stayed as it was.",
      expired: "Nobody answered in time: the contact stayed as it was.",
      superseded: "The contact had changed meanwhile, and stayed as it was.",
    },
  },
};

/** What each answer to an open checkpoint leads to. Pure. */
export function outcomesOf(subject: Subject): Outcomes {
  return WORDS[subject.checkpoint.action.act].outcomes(subject);
}

/** What came of a closed checkpoint. Pure. */
export function happenedTo(
  { action }: Checkpoint,
  status: keyof Happened,
): string {
  return WORDS[action.act].happened[status];
}

/** How it is before a checkpoint is decided. Pure. */
export function undoneBefore({ action }: Checkpoint): string {
  return WORDS[action.act].undone;
}

function readers({ conversation, checkpoint }: Subject): string {
  const { pendingMessage } = checkpoint;
  return pendingMessage
    ? shownRecipients(readersOf(conversation, pendingMessage))
    : "nobody";
}

function sender({ conversation }: Subject): string {
  return participantAt(conversation, SENDER).address;
}

function holdWords({ price }: Conversation): string {
  return price === 0
    ? " No money moves."
    : ` ${usdc(price)} is held from your balance until the receipt is signed; where that does not suffice, it waits for the money and nothing is sent yet.`;
}

/** What is held for whoever is asked, and for nobody else. */
function heldFor({ conversation, asked }: Subject): number {
  const { payment } = conversation;
  const isPayee =
    asked.accountId !== null && payment?.payeeId === asked.accountId;
  return isPayee && payment.status === "held" ? payment.price : 0;
}

function keptWords(subject: Subject): string {
  const held = heldFor(subject);
  return held === 0
    ? ""
    : ` The ${usdc(held)} stays held until the sender's condition is met and the receipt signed: then it is yours.`;
}

function releaseWords(subject: Subject): string {
  const held = heldFor(subject);
  if (held === 0) return " The conversation ends as completed. No money moves.";
  const { release } = subject.conversation;
  const paid = ` The ${usdc(held)} that is held becomes yours`;
  return release === "accepted"
    ? `${paid}, and the work goes on.`
    : `${paid}, and the conversation ends as completed.`;
}

function returnWords({ payment, participants }: Conversation): string {
  if (payment?.status !== "held") return " No money moves.";
  const payer = participants[SENDER]?.address ?? "the sender";
  return ` The ${usdc(payment.price)} that is held goes back to ${payer}.`;
}

function declineWords({ conversation, checkpoint }: Subject): string {
  return isEndedByDecline(conversation, checkpoint)
    ? `The request ends as declined, for everyone.${returnWords(conversation)}`
    : "You are out of it. The request goes on for the others whom it addresses.";
}

function expiryWords(subject: Subject): string {
  const held = heldFor(subject);
  return held === 0
    ? ""
    : ` The ${usdc(held)} goes back to the sender when the hold ends.`;
}

function usdc(price: MicroUsdc): string {
  return `${amount(price)} (TEST)`;
}
