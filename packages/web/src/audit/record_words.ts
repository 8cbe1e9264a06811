import { t } from "../ui/t.ts";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["artifact.added", t`Artifact: added`],
  ["artifact.removed", t`Artifact: removed`],
  ["artifact.shared", t`Artifact: shared`],
  ["checkpoint.opened", t`Checkpoint: opened`],
  ["checkpoint.approved", t`Checkpoint: approved`],
  ["checkpoint.declined", t`Checkpoint: declined`],
  ["checkpoint.expired", t`Checkpoint: expired`],
  ["checkpoint.superseded", t`Checkpoint: superseded`],
  ["conversation.created", t`Conversation: created`],
  ["conversation.edited", t`Conversation: edited`],
  ["conversation.submitted", t`Conversation: submitted`],
  ["conversation.scheduled", t`Conversation: scheduled`],
  ["conversation.unscheduled", t`Conversation: unscheduled`],
  ["conversation.not_sent", t`Conversation: not sent`],
  ["conversation.working", t`Conversation: working`],
  ["conversation.input_required", t`Conversation: input required`],
  ["conversation.auth_required", t`Conversation: auth required`],
  ["conversation.completed", t`Conversation: completed`],
  ["conversation.canceled", t`Conversation: canceled`],
  ["conversation.rejected", t`Conversation: rejected`],
  ["conversation.failed", t`Conversation: failed`],
  ["conversation.changed", t`Conversation: changed`],
  ["conversation.deleted_draft", t`Conversation: deleted draft`],
  ["conversation.erased", t`Conversation: erased`],
  ["invite.queued", t`Invite: queued`],
  ["invite.deferred", t`Invite: deferred`],
  ["invite.limited", t`Invite: limited`],
  ["invite.sent", t`Invite: sent`],
  ["invite.bounced", t`Invite: bounced`],
  ["invite.dropped", t`Invite: dropped`],
  ["invite.suppressed", t`Invite: suppressed`],
  ["invite.claimed", t`Invite: claimed`],
  ["invite.declined", t`Invite: declined`],
  ["message.appended", t`Message: appended`],
  ["participant.deleted", t`Participant: deleted`],
  ["payment.requires_payment", t`Payment: requires payment`],
  ["payment.pending", t`Payment: pending`],
  ["payment.held", t`Payment: held`],
  ["payment.released", t`Payment: released`],
  ["payment.voided", t`Payment: voided`],
  ["payment.refunded", t`Payment: refunded`],
  ["payment.ending", t`Payment: ending`],
  ["payment.extended", t`Payment: extended`],
  ["payment.payee_joined", t`Payment: payee joined`],
  ["payment.settled", t`Payment: settled`],
  ["payment.stopped", t`Payment: stopped`],
  ["payment.stop_lifted", t`Payment: stop lifted`],
  ["payment.refund_requested", t`Payment: refund requested`],
  ["payment.refund_pending", t`Payment: refund pending`],
  ["payment.refund_refused", t`Payment: refund refused`],
  ["payment.corrected", t`Payment: corrected to what the chain did`],
  ["payment.refund_failed", t`Payment: refund failed`],
  ["receipt.signed", t`Receipt: signed`],
  ["rule.applied", t`Rule: applied`],
  ["redacted", t`Redacted`],
]);

/** The name of a type of record; one without words of its own is said as its code reads. */
export function recordWords(type: string): string {
  return WORDS.get(type) ?? readCode(type);
}

/** "payment.held" as "Payment: held". */
function readCode(type: string): string {
  const [subject = "", act = ""] = type.replaceAll("_", " ").split(".");
  const first = subject.charAt(0).toUpperCase() + subject.slice(1);
  return act === "" ? first : `${first}: ${act}`;
}
