import type { PaymentStatus } from "../../payments/model.ts";
import type { Conversation } from "./model.ts";
import type { PaymentEffect } from "./states.ts";
import type { Verb } from "./transitions.ts";
import { TRANSITIONS } from "./transitions.ts";

type Standing = PaymentStatus | "none";

/** The next status after an effect, by the current one; unnamed ones stay. */
const LEADS: Readonly<
  Record<PaymentEffect, Partial<Readonly<Record<Standing, Standing>>>>
> = {
  none: {},
  keep: {},
  require: { none: "requires_payment" },
  hold: { none: "held", requires_payment: "held" },
  release: { held: "released" },
  release_part: {},
  split: { held: "released" },
  void: { requires_payment: "voided", held: "voided" },
};

/** A return after a part was paid out ends as released. */
function withParts(
  wanted: Standing,
  { payment }: Pick<Conversation, "payment">,
): Standing {
  const isPart = wanted === "voided" && (payment?.released ?? 0) > 0;
  return isPart ? "released" : wanted;
}

/**
 * Checks an act's change of the price against the rows of its verbs: holds, releases and
 * returns need a verb; without one only a refund is allowed, and corrections by a chain.
 * @throws RangeError
 */
export function assertPriceMoves(
  verbs: readonly Verb[],
  before: Pick<Conversation, "payment"> | null,
  after: Pick<Conversation, "payment" | "price">,
): void {
  const effects = verbs.map((verb) => TRANSITIONS[verb].payment);
  const led = effects.reduce<Standing>(
    (standing, effect) => LEADS[effect][standing] ?? standing,
    before?.payment?.status ?? "none",
  );
  const wanted = withParts(led, after);
  const found = after.payment?.status ?? "none";
  const isFree = found === "none" && after.price === 0;
  const isRefund = found === "refunded" && wanted === "released";
  const isOffer = effects.some((it) => it === "hold" || it === "require");
  const isSamePrice = before?.payment?.price === after.payment?.price;
  const isRight =
    found === wanted || isFree || isRefund || isCorrected(before, after);
  if (isRight && (isSamePrice || isOffer)) return;
  throw new RangeError(
    `Cannot ${verbs.join(", ") || "do this"}: the price is ${found}, not ${wanted} as before`,
  );
}

/**
 * True if the settlements newly report that a chain refused what was decided, or how a hold
 * ended that another service settles.
 */
function isCorrected(
  before: Pick<Conversation, "payment"> | null,
  after: Pick<Conversation, "payment">,
): boolean {
  const known = before?.payment?.settlements?.length ?? 0;
  const told = after.payment?.settlements?.slice(known) ?? [];
  const isElsewhere = (after.payment?.reclaim ?? null) !== null;
  return told.some(
    ({ act, problem }) =>
      (isElsewhere || problem !== null) &&
      (act === "capture" || act === "void"),
  );
}
