import type { Static } from "typebox";
import { parseAmount } from "../../../access/parse_money.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import type { Currency, RailName } from "../../../base/rails/chain.ts";
import { railOfCurrency } from "../../../base/rails/chain.ts";
import { cleanLine } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid, readTime } from "../../../errors/field_errors.ts";
import { refuseDust } from "../../../payments/chain/least_price.ts";
import type { Conversation } from "../../model/model.ts";
import type { Milestone } from "../../model/terms/milestone.ts";
import type { OfferOrder } from "../../model/terms/order.ts";
import { isDated } from "../../model/terms/steps.ts";
import type { Terms } from "../../model/terms/terms.ts";
import type { MilestonesInput } from "../../model/terms/terms_schema.ts";
import { readDuration } from "./deadlines.ts";

/** The fields of a message that is being written. */
interface StepsInput {
  readonly milestones?: Static<typeof MilestonesInput>;
  readonly price?: unknown;
  readonly currency?: Currency;
}

type Steps = Pick<Conversation, "milestones" | "price">;

/**
 * Reads the steps of a price, which is their sum if none is named; the earlier ones if none
 * are sent.
 * @throws invalid_price, invalid_input, also for an order: its offer has a condition
 */
export function readSteps(
  { milestones, price, currency }: StepsInput,
  before: Steps & Pick<Conversation, "rail">,
  order: OfferOrder | null,
): Steps {
  if (milestones === undefined || (order && milestones.length === 0)) {
    // A draft that takes an offer has its price as a whole.
    const kept = order ? null : before.milestones;
    return { milestones: kept, price: before.price };
  }
  if (order) {
    const detail = told`the price of this offer has no steps; leave it out`;
    throw invalid("/milestones", "not_of_offer", detail);
  }
  const rail = currency === undefined ? before.rail : railOfCurrency(currency);
  const steps = milestones.map((it, index) => readStep(it, index, rail));
  if (steps.length === 0) return { milestones: null, price: before.price };
  const isNew = price === undefined;
  return { milestones: steps, price: isNew ? sumOf(steps) : before.price };
}

function readStep(
  it: Static<typeof MilestonesInput>[number],
  index: number,
  rail: RailName,
): Milestone {
  const pointer = `/milestones/${index}`;
  const title = cleanLine(it.title);
  if (title === "") {
    throw invalid(`${pointer}/title`, "required", told`it needs a title`);
  }
  const amount = parseAmount(it.amount, `${pointer}/amount`);
  if (amount === 0) {
    const detail = told`it must be more than zero`;
    throw invalid(`${pointer}/amount`, "invalid_price", detail);
  }
  refuseDust(rail, amount, `${pointer}/amount`);
  const release = it.release ?? "replied";
  if (release === "accepted" && index > 0) {
    const detail = told`only the first step can be paid on acceptance`;
    throw invalid(`${pointer}/release`, "conflict", detail);
  }
  const id = `m${index + 1}`;
  return {
    ...{ id, title, amount, release, receipt: null, until: null },
    ...(it.deliverBy !== undefined && {
      deliverBy: readTime("deliverBy", it.deliverBy, pointer),
    }),
    ...(it.deliverWithin !== undefined && {
      deliverWithin: readDuration("deliverWithin", it.deliverWithin, pointer),
    }),
  };
}

/**
 * The deadlines of work in steps: if none is named for the whole, its last step has the date of
 * it. The moment of the acceptance counts for every step.
 */
export function withStepDates({
  terms,
  milestones,
}: Pick<Conversation, "terms" | "milestones">): Terms | null {
  const last = milestones?.at(-1);
  const isNamed = isDated(terms ?? {});
  if (!last || isNamed || !milestones?.some(isDated)) return terms;
  const { deliverBy, deliverWithin } = last;
  return {
    ...terms,
    ...(deliverBy !== undefined && { deliverBy }),
    ...(deliverWithin !== undefined && { deliverWithin }),
  };
}

function sumOf(milestones: readonly Milestone[]): MicroUsdc {
  return milestones.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * The terms of a price in steps: the first one's condition stands until it is signed.
 * @throws invalid_input for steps that do not make up the price, or another condition
 */
export function withSteps<
  T extends Pick<Conversation, "price" | "release" | "releaseChosen">,
>(terms: T, milestones: Conversation["milestones"]) {
  const [first] = milestones ?? [];
  if (!first) return { ...terms, milestones: null };
  if (terms.release === "converted") {
    const detail = told`each step has its own condition; leave out release and releaseAction`;
    throw invalid("/milestones", "conflict", detail);
  }
  const sum = sumOf(milestones ?? []);
  if (sum !== terms.price) {
    const [all, whole] = [showMoney(sum).amount, showMoney(terms.price).amount];
    const detail = told`the steps add up to ${all}, and the price is ${whole}`;
    throw invalid("/milestones", "sum", detail);
  }
  return { ...terms, release: first.release, releaseChosen: true, milestones };
}
