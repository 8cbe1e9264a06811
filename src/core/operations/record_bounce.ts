import type { Static } from "typebox";
import { Type } from "typebox";
import type { BounceReport } from "../../../packages/mail-reading/src/bounce_report.ts";
import { readBounce } from "../../../packages/mail-reading/src/bounce_report.ts";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { definePreparedCommand, OPERATOR_ONLY } from "../access/operation.ts";
import type { Guest } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import {
  inviteOfMail,
  setDelivery,
  stopMail,
} from "../conversations/acts/delivery/delivery.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { guestOf } from "../mail/invite_link.ts";
import { MAIL_BOUNDS } from "../mail/mail_bounds.ts";
import { mailboxOf } from "../mail/mailboxes.ts";
import type { OutboxMail } from "../mail/outbox_store.ts";
import { outboxStore } from "../mail/outbox_store.ts";
import { suppressionStore } from "../mail/suppression_store.ts";

const INPUT = closed({
  message: Type.Optional(
    string(
      "The raw mail: a delivery status notification, an abuse report, or an unsubscribe mail.",
      LIMITS.bounceBytesMax,
    ),
  ),
  messageId: Type.Optional(
    string(
      "Message-ID of the mail, as the relay reports it.",
      LIMITS.addressCharsMax,
    ),
  ),
  kind: Type.Optional(
    Type.Enum(["hard", "soft", "complaint"], {
      description: "The relay's report.",
    }),
  ),
});

/** The subject of a report. */
type Subject =
  | { readonly kind: "unsubscribe"; readonly guest: Guest }
  | (Omit<MailReport, "messageId"> & { readonly row: OutboxMail });

type MailReport = Exclude<BounceReport, { readonly kind: "unsubscribe" }>;

/** Takes a report of the relay: a bounce, a complaint, or a request for no more mail. */
export const recordBounce = definePreparedCommand({
  name: "record_bounce",
  title: "Record a bounce",
  description:
    "Record a report about one of this service's mails. A bounce or a complaint stops mail to its address.",
  access: OPERATOR_ONLY,
  input: INPUT,
  output: closed({
    kind: Type.Enum(["hard", "soft", "complaint", "unsubscribe"]),
    /** False if there was nothing left to change. */
    recorded: flag("True if it changed anything."),
  }),
  prepare: subjectOf,
  chains: (_input, _call, subject) => {
    const { conversationId } =
      subject.kind === "unsubscribe" ? subject.guest : subject.row;
    return conversationId === null ? [] : [conversationId];
  },
  async run(_input, call, subject) {
    const { kind } = subject;
    if (subject.kind === "unsubscribe") {
      await stopMail(call, subject.guest, "unsubscribed");
      return { kind, recorded: true };
    }
    return { kind, recorded: await record(call, subject) };
  },
});

async function record(
  call: CommandCall,
  { row, kind, isBadMailbox }: Exclude<Subject, { kind: "unsubscribe" }>,
): Promise<boolean> {
  const mailbox = await mailboxOf(call.db, row);
  // A late mail may still arrive.
  if (kind === "soft" || mailbox === undefined) return false;
  const store = outboxStore(call.db);
  const isComplaint = kind === "complaint";
  if (isComplaint || isBadMailbox) {
    const reason = isComplaint ? "complained" : "bounced";
    call.write(
      suppressionStore(call.db).add(mailbox, reason, call.now),
      store.blame(row.id, isComplaint ? "reported" : "bounced", call.now),
    );
  }
  if (!isComplaint) {
    const { attempts, dueAt, log } = row;
    const attempt = { at: call.now, tookMs: 0, status: null, response: null };
    call.write(
      deliveryStore(call.db).progress(row.id, {
        ...{ attempts, dueAt, status: "failed", settledAt: call.now },
        log: [...log, { ...attempt, error: "reported" }],
      }),
    );
  }
  await tell(call, row, isComplaint);
  return true;
}

/** Tells the sender of a complaint as of any request for no more mail. */
async function tell(
  call: CommandCall,
  { id, kind, conversationId, recipient }: OutboxMail,
  isComplaint: boolean,
): Promise<void> {
  if (kind !== "invite" || conversationId === null) return;
  const open = await inviteOfMail(call, conversationId, { address: recipient });
  if (!open) return;
  if (isComplaint) {
    setDelivery(call, open, "invite_suppressed", { type: "invite.suppressed" });
    return;
  }
  const refs = { mailId: id };
  setDelivery(call, open, "invite_bounced", { type: "invite.bounced", refs });
}

/** @throws invalid_input, mail_not_found */
async function subjectOf(
  input: Static<typeof INPUT>,
  call: QueryCall,
): Promise<Subject> {
  const report = reportOf(input, call.settings.addressDomain);
  if (report.kind === "unsubscribe") {
    const guest = await guestOf(call, report.token, "stop");
    if (guest) return { kind: "unsubscribe", guest };
    throw new ServiceError("mail_not_found");
  }
  const messageId = report.messageId.toLowerCase();
  const [id = ""] = messageId.replace(/^<|>$/g, "").split("@");
  const row = await outboxStore(call.db).find(id);
  if (!row) throw new ServiceError("mail_not_found");
  return { ...report, row };
}

function reportOf(
  { message, messageId, kind }: Static<typeof INPUT>,
  ours: string,
): BounceReport {
  if (messageId !== undefined && kind !== undefined) {
    return { kind, messageId, isBadMailbox: kind === "hard" };
  }
  const report =
    message === undefined
      ? undefined
      : readBounce(message, { ours, bounds: MAIL_BOUNDS });
  if (report) return report;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot read the report: send the bounced email in raw form, or messageId and kind.`,
  });
}
