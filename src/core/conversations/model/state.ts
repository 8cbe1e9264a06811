import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import type { ErrorCode } from "../../errors/error_table.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { State, Transition } from "./states.ts";
import { isTerminal } from "./states.ts";
import type { Verb } from "./transitions.ts";
import { TRANSITIONS } from "./transitions.ts";

/** The state that a verb leads to. Pure. */
export function nextState(
  from: State | "new",
  verb: Verb,
  previous: State | null = null,
): State {
  assertTransition(from, verb);
  const { to } = TRANSITIONS[verb] as Transition;
  if (to === "same" || to === "deleted") return from === "new" ? "draft" : from;
  if (to !== "previous") return to;
  // Returning to a wait that nobody can end would last forever.
  return previous === "input-required" ? "working" : (previous ?? "submitted");
}

/** True if the table has the pair. */
export function isAllowed(from: State | "new", verb: Verb): boolean {
  return (TRANSITIONS[verb] as Transition).from.includes(from);
}

/**
 * Refuses a verb without a row for this state.
 * @throws conversation_closed, not_cancelable, is_draft, not_a_draft, wrong_state
 */
export function assertTransition(from: State | "new", verb: Verb): void {
  if (isAllowed(from, verb)) return;
  throw new ServiceError(refusal(from, verb), {
    detail: told`Cannot ${doingTo(verb)} this conversation: its state is ${from}.`,
    extra: { state: from },
  });
}

function refusal(from: State | "new", verb: Verb): ErrorCode {
  if (verb === "delete" || verb.startsWith("submit")) return "not_a_draft";
  if (from === "draft") return "is_draft";
  if (from !== "new" && isTerminal(from)) {
    return verb === "cancel" ? "not_cancelable" : "conversation_closed";
  }
  return "wrong_state";
}

/** The effect of a verb on a conversation, within a sentence. */
function doingTo(verb: Verb): string | Sentence {
  return VERB_WORDS[verb] ?? verb;
}

const VERB_WORDS: Partial<Record<Verb, Sentence>> = {
  submit: told`send`,
  submit_denied: told`send`,
  submit_asks: told`send`,
  submit_unpaid: told`send`,
  delete: told`delete`,
  decline: told`decline`,
  ask: told`ask about`,
  complete: told`complete`,
  cancel: told`cancel`,
  receipt: told`sign a receipt on`,
  receipt_accepted: told`sign a receipt on`,
  start: told`start work on`,
  funded: told`pay for`,
  raise_funded: told`pay for`,
  raise_price: told`raise the price of`,
  price_asked: told`agree on a price for`,
  agree: told`agree on a price for`,
  raise_dropped: told`keep the price of`,
  dispute_settled: told`settle the dispute of`,
  dispute_returned: told`settle the dispute of`,
};
