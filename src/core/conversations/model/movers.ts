import type { Sentence } from "../../base/words/sentence.ts";
import { told, toldAny } from "../../base/words/sentence.ts";
import type { ErrorCode } from "../../errors/error_table.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Mover, Transition } from "./states.ts";
import type { Verb } from "./transitions.ts";
import { TRANSITIONS } from "./transitions.ts";

/** True if the table allows it to one of these. */
export function mayMove(verb: Verb, movers: readonly Mover[]): boolean {
  const { by } = TRANSITIONS[verb] as Transition;
  return movers.some((it) => by.includes(it));
}

/**
 * Refuses a verb to a caller who is not in its row of the table.
 * @throws forbidden, sender_cannot_sign, not_addressed, conversation_not_found
 */
export function assertMover(verb: Verb, movers: readonly Mover[]): void {
  if (mayMove(verb, movers)) return;
  const isSenders = movers.includes("sender");
  const refusal = (isSenders && OF_SENDERS[verb]) || REFUSALS[verb];
  throw new ServiceError(refusal?.code ?? "forbidden", {
    detail: refusal?.detail ?? onlyOthers(verb),
  });
}

function onlyOthers(verb: Verb): Sentence {
  const movers: readonly Mover[] = TRANSITIONS[verb].by;
  const by = toldAny(movers.map((it) => MOVERS[it]));
  return told`Cannot do this (${verb}): only ${by} can.`;
}

const MOVERS: Readonly<Record<Mover, Sentence>> = {
  sender: told`its sender`,
  recipient: told`an addressed account`,
  copy: told`an account with a copy`,
  arbiter: told`the arbiter`,
  person: told`its person`,
  review: told`the security review`,
  system: told`the service itself`,
};

interface Refusal {
  readonly code: ErrorCode;
  readonly detail: Sentence;
}

const REFUSALS: Partial<Readonly<Record<Verb, Refusal>>> = {
  delete: {
    code: "conversation_not_found",
    detail: told`Cannot find this conversation.`,
  },
  submit: {
    code: "forbidden",
    detail: told`Cannot send: only the sender can.`,
  },
  funded: {
    code: "forbidden",
    detail: told`Cannot pay: only the sender can.`,
  },
  complete: {
    code: "not_addressed",
    detail: told`Cannot complete: only an account in \`to\` can.`,
  },
  receipt: {
    code: "not_addressed",
    detail: told`Cannot sign the receipt: only an account in \`to\` can.`,
  },
  cancel: {
    code: "forbidden",
    detail: told`Cannot cancel: only the sender or an account in \`to\` can.`,
  },
};

/** The errors that differ for a sender. */
const OF_SENDERS: Partial<Readonly<Record<Verb, Refusal>>> = {
  receipt: {
    code: "sender_cannot_sign",
    detail: told`Cannot sign the receipt: the sender cannot sign their own.`,
  },
};
