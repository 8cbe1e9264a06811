import type { CreateConversationInput } from "../../../../client/src/generated/types.ts";
import type { Conversation } from "../../api/types.ts";
import { localTime } from "../../ui/moments.ts";
import { amountTyped, readAmount } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";

type SentStep = NonNullable<CreateConversationInput["milestones"]>[number];

/** A step of a price as it is written. Its key is for the page alone. */
export interface WrittenStep {
  readonly key: string;
  readonly title: string;
  /** As typed in the reader's language. */
  readonly amount: string;
  readonly release: "replied" | "accepted";
  /** As the browser's field has it; "" means none. */
  readonly deliverBy: string;
  /** A duration that was written elsewhere. */
  readonly deliverWithin?: string;
}

/** A step to begin with. */
export function newStep(amount = ""): WrittenStep {
  const key = crypto.randomUUID();
  return { key, title: "", amount, release: "replied", deliverBy: "" };
}

/** The steps that are whole, in the form for the service. Pure. */
export function stepsBody(steps: readonly WrittenStep[]): SentStep[] {
  return steps.filter(isWhole).map((it, at) => ({
    title: it.title.trim(),
    amount: readAmount(it.amount) ?? "",
    ...(at === 0 && { release: it.release }),
    ...(it.deliverBy !== "" && {
      deliverBy: new Date(it.deliverBy).toISOString(),
    }),
    ...(it.deliverWithin !== undefined && { deliverWithin: it.deliverWithin }),
  }));
}

/** The steps of a stored draft. Pure. */
export function stepsWritten(
  terms: Conversation["terms"],
): readonly WrittenStep[] {
  return (terms?.milestones ?? []).map((it) => ({
    key: it.milestoneId,
    title: it.title,
    amount: amountTyped(it.amount.amount),
    release: it.release === "accepted" ? "accepted" : "replied",
    deliverBy: it.deliverBy ? localTime(it.deliverBy) : "",
    ...(it.deliverWithin && { deliverWithin: it.deliverWithin }),
  }));
}

const MICRO = 1_000_000;

/** What is left of a price that steps have to add up to; negative if they are more. Pure. */
export function leftOver(steps: readonly WrittenStep[], price: string): number {
  const micro = (typed: string) =>
    Math.round(Number(readAmount(typed) ?? 0) * MICRO);
  const sum = steps.reduce((all, it) => all + micro(it.amount), 0);
  return (micro(price) - sum) / MICRO;
}

/** Why the steps can't be sent, in a sentence; undefined if they can be tried. */
export function wrongInSteps(
  steps: readonly WrittenStep[],
  price: string,
): string | undefined {
  if (!steps.every(isWhole)) return t`Give each step a title and an amount.`;
  if (steps.length > 0 && leftOver(steps, price) !== 0) {
    return t`The steps don't add up to the price.`;
  }
  const isLate = steps.some(({ deliverBy }) => isPast(deliverBy));
  return isLate ? t`Choose a deadline in the future.` : undefined;
}

/** True for a time of the browser's field that has passed. */
export function isPast(typed: string): boolean {
  return typed !== "" && Date.parse(typed) <= Date.now();
}

function isWhole({ title, amount }: WrittenStep): boolean {
  return title.trim() !== "" && Number(readAmount(amount) ?? 0) > 0;
}
