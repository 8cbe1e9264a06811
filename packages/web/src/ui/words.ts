import type {
  Checkpoint,
  Conversation,
  Message,
  Participant,
  Payment,
  ReportReason,
} from "../api/types.ts";
import { t } from "./t.ts";

/** The meanings of the service's codes, in words for a person. */

export const DELIVERY_WORDS: Readonly<
  Record<Participant["delivery"]["state"], string>
> = {
  pending: t`Not sent`,
  on_service: t`Delivered here`,
  remote_queued: t`On its way to their service`,
  remote_delivered: t`Delivered to their service`,
  undelivered: t`Not delivered to their service`,
  invite_queued: t`Invitation on its way`,
  invite_deferred: t`Next invitation delayed: enough for today`,
  invite_limited: t`Invitation delayed: too many today`,
  invite_sent: t`Invitation emailed`,
  invite_bounced: t`Email bounced: check the address`,
  invite_dropped: t`Invitation not sent`,
  no_such_account: t`Address not found`,
  invite_suppressed: t`Doesn't want invitations`,
  opened: t`Opened the invitation`,
  declined: t`Declined the invitation`,
  joined: t`Joined`,
};

export const PAYMENT_WORDS: Readonly<Record<Payment["status"], string>> = {
  none: t`No price`,
  requires_payment: t`Not paid yet`,
  held: t`Held`,
  released: t`Released`,
  voided: t`Returned`,
  refunded: t`Refunded`,
};

const PAYMENT_STATES: Readonly<Record<Payment["status"], string>> = {
  none: t`no price`,
  requires_payment: t`not paid yet`,
  held: t`held`,
  released: t`released`,
  voided: t`returned`,
  refunded: t`refunded`,
};

/** The same while a decided movement is not final on its chain. */
const ON_ITS_WAY: Readonly<
  Record<NonNullable<Payment["onItsWay"]>, { title: string; state: string }>
> = {
  hold: { title: t`Payment on its way`, state: t`on its way` },
  capture: { title: t`Being released`, state: t`being released` },
  void: { title: t`Being returned`, state: t`being returned` },
  refund: { title: t`Being refunded`, state: t`being refunded` },
};

type Standing = Pick<Payment, "status" | "onItsWay">;

/** The status of a price's money, as a title. */
export function paymentTitle({ status, onItsWay }: Standing): string {
  return onItsWay ? ON_ITS_WAY[onItsWay].title : PAYMENT_WORDS[status];
}

/** The same within a line. */
export function paymentState({ status, onItsWay }: Standing): string {
  return onItsWay ? ON_ITS_WAY[onItsWay].state : PAYMENT_STATES[status];
}

const VOID_WORDS: ReadonlyMap<string, string> = new Map([
  ["canceled", t`canceled`],
  ["declined", t`declined`],
  ["hold_expired", t`hold expired`],
  ["acceptance_missed", t`not accepted in time`],
  ["deadline_missed", t`deadline missed`],
  ["dispute_settled", t`dispute settled`],
  ["dispute_lapsed", t`dispute not settled in time`],
  ["payment_not_completed", t`payment not completed`],
  ["all_deliveries_failed", t`all deliveries failed`],
  ["capture_failed", t`the blockchain didn't pay it out`],
]);

/** Why a price went back; another reason unchanged. */
export function voidWords(reason: string): string {
  return VOID_WORDS.get(reason) ?? reason;
}

export const KIND_WORDS: Readonly<Record<Participant["kind"], string>> = {
  person: t`Person`,
  team: t`Team`,
  agent: t`Agent`,
  service: t`Service agent`,
  email: t`Email only`,
};

export const OUTCOME_WORDS: Readonly<Record<Checkpoint["status"], string>> = {
  open: t`Not answered yet`,
  approved: t`Approved`,
  declined: t`Declined`,
  expired: t`Not answered in time`,
  superseded: t`No longer needed`,
};

/** The effect of a decision, and what the person does next. */
export function decidedWords(
  { checkpoints, nextStep }: Conversation,
  checkpointId: string | undefined,
): string {
  const decided = checkpoints.find((it) => it.checkpointId === checkpointId);
  // The first of several approvals decides nothing yet.
  if (decided?.status === "open" && decided.needed !== undefined) {
    return t`Your approval counts. ${decided.needed} people have to approve it.`;
  }
  const isAccepted = decided?.act === "accept" && decided.status === "approved";
  const effect = decided?.decision?.effect ?? t`Decision saved.`;
  const done = isAccepted ? t`Accepted.` : effect;
  return nextStep.who === "you" ? `${done} ${nextStep.text}` : done;
}

export const REPORT_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: t`Spam`,
  scam: t`A scam`,
  harassment: t`Harassment`,
  impersonation: t`Impersonation`,
  illegal: t`Something illegal`,
  other: t`Something else`,
};

/**
 * A title within a sentence: lower case in English; other languages keep the capitals of
 * nouns.
 */
export function inSentence(title: string): string {
  return t.language === "en"
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : title;
}

/**
 * The actor, at the start of a line; a person's name keeps its spelling. The reader's own
 * agent is named without its owner.
 */
export function asStart({
  kind,
  label,
  name,
}: Pick<Message["actor"], "kind" | "label" | "name">): string {
  if (name !== undefined) return label.startsWith(`${name}, `) ? name : label;
  // A label of somebody's agent begins with their name, too.
  const isNamed = kind === "agent" && label !== t`an agent`;
  if (kind === "person" || isNamed) return label;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
