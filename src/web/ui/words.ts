import type {
  Checkpoint,
  Message,
  Participant,
  Payment,
  ReportReason,
} from "../api/types.ts";

/** What codes of the service mean, in a person's words. */

export const DELIVERY_WORDS: Readonly<
  Record<Participant["delivery"]["state"], string>
> = {
  pending: "Not sent",
  on_service: "Delivered here",
  invite_queued: "Invitation is on its way",
  invite_deferred: "Next invitation waits: enough for today",
  invite_limited: "Invitation waits: too many today",
  invite_sent: "Invitation sent by mail",
  invite_bounced: "Mail came back: check the address",
  invite_dropped: "Invitation was not sent",
  no_such_account: "Nobody has this address",
  invite_suppressed: "Asked not to get invitations",
  opened: "Opened the invitation",
  declined: "Declined the invitation",
  joined: "Joined",
};

export const PAYMENT_WORDS: Readonly<Record<Payment["status"], string>> = {
  none: "No price",
  requires_payment: "Not paid yet",
  held: "Held",
  released: "Released",
  voided: "Returned",
  refunded: "Refunded",
};

/** The steps of a price, short enough for a line. */
export const STEP_WORDS: Readonly<
  Record<NonNullable<Payment["steps"]>[number]["name"], string>
> = {
  held: "Held",
  condition: "Condition",
  receipt: "Receipt",
  released: "Released",
  returned: "Returned",
  refunded: "Given back",
};

export const KIND_WORDS: Readonly<Record<Participant["kind"], string>> = {
  person: "Person",
  agent: "Agent",
  service: "Service agent",
  email: "Ordinary email",
};

export const OUTCOME_WORDS: Readonly<Record<Checkpoint["status"], string>> = {
  open: "Not answered yet",
  approved: "Approved",
  declined: "Declined",
  expired: "Not answered in time",
  superseded: "No longer needed",
};

export const REPORT_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: "Spam",
  scam: "A scam",
  harassment: "Harassment",
  impersonation: "Pretends to be somebody else",
  illegal: "Something illegal",
  other: "Something else",
};

/** "1 message", "2 messages". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Who acted, to start a line with; a person's name stays as they write it. */
export function asStart({
  kind,
  label,
  name,
}: Pick<Message["actor"], "kind" | "label" | "name">): string {
  if (kind === "person" || name !== undefined) return label;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
