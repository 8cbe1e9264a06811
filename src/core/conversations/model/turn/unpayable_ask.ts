import type { RemoteAsk } from "../../../addresses/foreign/remote.ts";
import { amountOn } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import { isUntold } from "../../../payments/terms/foreign_terms.ts";
import { WHY_UNPAYABLE } from "../../../payments/terms/unpayable.ts";
import type { Conversation, Participant } from "../model.ts";
import { payeeOf } from "../payee.ts";
import { isTerminal } from "../states.ts";

/** An agent elsewhere that asks to be paid as this service can't pay it. */
interface UnpayableAsk {
  readonly host: string;
  readonly asks: RemoteAsk;
}

/** The one that waits for the sender; undefined once something else was written. Pure. */
export function unpayableAsk(
  { participants, state, tally }: Conversation,
  { role }: Pick<Participant, "role">,
): UnpayableAsk | undefined {
  if (role !== "sender" || isTerminal(state)) return undefined;
  for (const { remote } of participants) {
    const { origin, asks } = remote ?? {};
    if (origin && asks?.count === tally.count) {
      return { host: new URL(origin).hostname, asks };
    }
  }
  return undefined;
}

/** The host of a payee that answers a priced request without asking for the price. Pure. */
export function freelyAnswered(conversation: Conversation): string | undefined {
  const { payment } = conversation;
  if (!payment || !isUntold(payment)) return undefined;
  const { plain, state, origin = "" } = payeeOf(conversation)?.remote ?? {};
  return plain && ANSWERED.has(state ?? "")
    ? new URL(origin).hostname
    : undefined;
}

/** The states of a task in which its agent has answered. */
export const ANSWERED: ReadonlySet<string> = new Set([
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_COMPLETED",
]);

/** The words for the sender. Pure. */
export function unpayableWords(
  { host, asks: { because, offer } }: UnpayableAsk,
  say: Say,
): string {
  const why = WHY_UNPAYABLE[because].in(say);
  const asked = offer
    ? say`${host} asks for ${amountOf(offer, say)} on ${offer.network}, to the wallet ${offer.payTo}, as it says.`
    : say`${host} asks to be paid.`;
  return `${asked} ${say`This service can't hold that price: ${why}. No wallet was asked, and nothing was paid. Answer, or cancel the request.`}`;
}

function amountOf(
  { amount, asset, isUsdc }: NonNullable<RemoteAsk["offer"]>,
  say: Say,
): string {
  return isUsdc
    ? amountOn({ rail: "x402" }, Number(amount), say.language)
    : say`${amount} of the smallest units of the token ${asset}`;
}
