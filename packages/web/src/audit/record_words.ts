import { t } from "../ui/t.ts";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["artifact.added", t`File added`],
  ["artifact.removed", t`File removed`],
  ["artifact.shared", t`File shared`],
  ["checkpoint.opened", t`Decision requested`],
  ["checkpoint.approved", t`Decision: approved`],
  ["checkpoint.declined", t`Decision: declined`],
  ["checkpoint.expired", t`Decision expired`],
  ["checkpoint.superseded", t`Decision no longer needed`],
  ["conversation.created", t`Conversation created`],
  ["conversation.edited", t`Conversation edited`],
  ["conversation.submitted", t`Conversation sent`],
  ["conversation.scheduled", t`Sending scheduled`],
  ["conversation.unscheduled", t`Sending unscheduled`],
  ["conversation.not_sent", t`Conversation not sent`],
  ["conversation.working", t`Conversation in progress`],
  ["conversation.input_required", t`Waiting for an answer`],
  ["conversation.auth_required", t`Waiting for approval`],
  ["conversation.completed", t`Conversation completed`],
  ["conversation.canceled", t`Conversation canceled`],
  ["conversation.rejected", t`Conversation declined`],
  ["conversation.failed", t`Conversation failed`],
  ["conversation.changed", t`Conversation changed`],
  ["conversation.deleted_draft", t`Draft deleted`],
  ["conversation.erased", t`Conversation erased`],
  ["invite.queued", t`Invitation queued`],
  ["invite.deferred", t`Invitation postponed`],
  ["invite.limited", t`Invitation delayed: too many today`],
  ["invite.sent", t`Invitation sent`],
  ["invite.bounced", t`Invitation bounced`],
  ["invite.dropped", t`Invitation dropped`],
  ["invite.suppressed", t`Invitation unwanted`],
  ["invite.claimed", t`Invitation accepted`],
  ["invite.declined", t`Invitation declined`],
  ["remote.sent", t`Delivered to another service`],
  ["remote.undelivered", t`Not delivered: the other service didn't take it`],
  ["remote.received", t`Signed message from another service received`],
  ["remote.changed", t`State at the other service changed`],
  ["message.appended", t`Message added`],
  ["participant.deleted", t`Participant deleted`],
  ["payment.requires_payment", t`Payment due`],
  ["payment.pending", t`Payment on its way`],
  ["payment.held", t`Payment held`],
  ["payment.released", t`Payment released`],
  ["payment.voided", t`Payment returned`],
  ["payment.refunded", t`Payment refunded`],
  ["payment.ending", t`Payment ending`],
  ["payment.extended", t`Payment extended`],
  ["deadline.near", t`Deadline near`],
  ["deadline.passed", t`Deadline passed`],
  ["deadline.extended", t`Deadline extended`],
  ["payment.payee_joined", t`Payee joined`],
  ["proposal.made", t`Terms proposed`],
  ["proposal.accepted", t`Proposal accepted`],
  ["proposal.declined", t`Proposal declined`],
  ["proposal.withdrawn", t`Proposal withdrawn`],
  ["proposal.replaced", t`Proposal replaced`],
  ["payment.settled", t`Payment settled`],
  ["payment.stopped", t`Payment stopped`],
  ["payment.stop_lifted", t`Payment resumed`],
  ["payment.refund_requested", t`Refund requested`],
  ["payment.refund_pending", t`Refund on its way`],
  ["payment.refund_refused", t`Refund refused`],
  ["payment.corrected", t`Payment corrected to match the blockchain`],
  ["payment.refund_failed", t`Refund failed`],
  ["receipt.signed", t`Receipt signed`],
  ["rule.applied", t`Rule applied`],
  ["redacted", t`Redacted`],
]);

/** The name of a type of record; a type without one is shown by its code. */
export function recordWords(type: string): string {
  return WORDS.get(type) ?? readCode(type);
}

/** "payment.held" as "Payment: held". */
function readCode(type: string): string {
  const [subject = "", act = ""] = type.replaceAll("_", " ").split(".");
  const first = subject.charAt(0).toUpperCase() + subject.slice(1);
  return act === "" ? first : `${first}: ${act}`;
}
