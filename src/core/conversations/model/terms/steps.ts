import { parseDuration } from "../../../base/duration.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { heldOf } from "../../../payments/model.ts";
import type { Conversation } from "../model.ts";
import { agreedOf } from "./agreed.ts";
import type { Milestone, MilestoneState, Place } from "./milestone.ts";

/** The milestone that is signed next; undefined without any, and after the last. */
export function nextMilestone({
  milestones,
}: Pick<Conversation, "milestones">): Milestone | undefined {
  return milestones?.find(({ receipt }) => receipt === null);
}

type Dated = Pick<Milestone, "deliverBy" | "deliverWithin">;

const NEVER = Number.POSITIVE_INFINITY;

/** True for a step, or for terms, with a date of the work. Pure. */
export function isDated({ deliverBy, deliverWithin }: Dated): boolean {
  return deliverBy !== undefined || deliverWithin !== undefined;
}

/**
 * Until when a step is to be delivered; undefined without a date, and before the acceptance for a
 * duration. The last one moves with the deadline of the whole. Pure.
 */
export function stepDue(
  { terms, milestones }: Pick<Conversation, "terms" | "milestones">,
  step: Milestone,
): number | undefined {
  const { acceptedAt = NEVER, since, dueAt } = terms ?? {};
  if (!isDated(step)) return undefined;
  if (since !== undefined && milestones?.at(-1)?.id === step.id) return dueAt;
  const { deliverBy = NEVER, deliverWithin } = step;
  const within =
    deliverWithin === undefined ? NEVER : parseDuration(deliverWithin);
  const due = Math.min(deliverBy, acceptedAt + within);
  return due === NEVER ? undefined : due;
}

/** Until when the next step is due, if that is before the deadline of the whole. Pure. */
export function nextStepDue(
  conversation: Pick<Conversation, "terms" | "milestones">,
): number | undefined {
  const next = nextMilestone(conversation);
  const due = next && stepDue(conversation, next);
  const { dueAt = NEVER } = conversation.terms ?? {};
  return due !== undefined && due < dueAt ? due : undefined;
}

/** The amount that the next receipt releases: all that is held, or the next milestone's. */
export function dueNow({
  milestones,
  payment,
}: Pick<Conversation, "milestones" | "payment">): MicroUsdc {
  if (!payment) return 0;
  const held = heldOf(payment);
  return Math.min(held, nextMilestone({ milestones })?.amount ?? held);
}

/** The messages and files after which the payee earns: those before were for something else. */
export function earnsAfter(
  conversation: Pick<Conversation, "milestones" | "proposals">,
): Place {
  const signed = conversation.milestones?.findLast((it) => it.until !== null);
  const agreed = agreedOf(conversation)?.since;
  return signed?.until ?? agreed ?? { message: 0, file: 0 };
}

/** The state of a milestone: what is left at the end of the hold has gone back. */
export function milestoneState(
  { receipt }: Milestone,
  { payment }: Pick<Conversation, "payment">,
): MilestoneState {
  if (receipt) return "released";
  const isOver = payment !== null && payment.voidedAt !== null;
  return isOver ? "returned" : "open";
}
