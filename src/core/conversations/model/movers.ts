import type { ErrorCode } from "../../errors/error_table.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Mover, Transition, Verb } from "./transitions.ts";
import { TRANSITIONS } from "./transitions.ts";

/** True if the table lets one of these do it. */
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
  const by = TRANSITIONS[verb].by.join(" or ");
  throw new ServiceError(refusal?.code ?? "forbidden", {
    detail: refusal?.detail ?? `Cannot ${verb}: only ${by} may.`,
  });
}

interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
}

const REFUSALS: Partial<Readonly<Record<Verb, Refusal>>> = {
  delete: {
    code: "conversation_not_found",
    detail: "Cannot find this conversation.",
  },
  funded: {
    code: "forbidden",
    detail: "Cannot fund: only the sender may.",
  },
  complete: {
    code: "not_addressed",
    detail: "Cannot complete: only an account in `to` may.",
  },
  receipt: {
    code: "not_addressed",
    detail: "Cannot sign the receipt: only an account in `to` signs.",
  },
  cancel: {
    code: "forbidden",
    detail: "Cannot cancel: only the sender or an addressed account may.",
  },
};

/** The errors that have other words for a sender. */
const OF_SENDERS: Partial<Readonly<Record<Verb, Refusal>>> = {
  receipt: {
    code: "sender_cannot_sign",
    detail: "Cannot sign the receipt: the sender cannot sign their own.",
  },
};
