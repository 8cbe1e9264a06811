import type { Static } from "typebox";
import { Type } from "typebox";
import { closed, nullable, Timestamp } from "../base/schemas.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import type { OutboxMail } from "./delivery_store.ts";
import { MAIL_STATUSES } from "./delivery_store.ts";
import type { Suppression } from "./suppression_store.ts";

/** A mail of the outbox as the operator sees it: no link, no words of a relay. */
export const MailSchema = closed({
  id: Type.String(),
  kind: Type.Enum(["invite", "notice"]),
  status: Type.Enum([...MAIL_STATUSES]),
  recipient: Type.String({
    description: "An address for an invite, an account for a notice.",
  }),
  conversationId: nullable(Type.String()),
  attempts: Type.Integer(),
  lastError: nullable(Type.String({ description: "Codes of the last try." })),
  createdAt: Timestamp,
  dueAt: nullable(Timestamp),
  settledAt: nullable(Timestamp),
  trouble: nullable(Type.Enum(["bounced", "reported"])),
});

/** Shows a row of the outbox. */
export function presentMail(row: OutboxMail): Static<typeof MailSchema> {
  const { id, kind, status, recipient, conversationId, attempts } = row;
  const waits = row.settledAt === null;
  return {
    id,
    kind,
    status,
    recipient,
    conversationId,
    attempts,
    lastError: row.lastError,
    createdAt: showTime(row.createdAt),
    // Zero is at once: since it was written.
    dueAt: waits ? showTime(Math.max(row.dueAt, row.createdAt)) : null,
    settledAt: timeOrNull(row.settledAt),
    trouble: row.trouble,
  };
}

/** What an account hears by mail, and what its invites say. */
export const NotificationsSchema = closed({
  needsYou: Type.Boolean({ description: "Something waits for your decision." }),
  holdEnding: Type.Boolean({ description: "A held price ends soon." }),
  domainLost: Type.Boolean({ description: "A domain lost its record." }),
  titleInInvites: Type.Boolean({
    description: "Your invites to email addresses say the title.",
  }),
});

/** The same, as it is shown: with what keeps every mail from the mailbox. */
export const ShownNotificationsSchema = closed({
  ...NotificationsSchema.properties,
  mailStopped: Type.Optional(
    closed(
      {
        at: Timestamp,
        reason: Type.Enum([
          "unsubscribed",
          "reported",
          "bounced",
          "complained",
        ]),
      },
      {
        description:
          "Your mailbox gets no notices since then: you stopped the mail of this service, or it came back. Turn a notice on again to get them.",
      },
    ),
  ),
});

/** Shows what an account hears by mail. */
export function presentNotifications(
  settings: Static<typeof NotificationsSchema>,
  stop: Suppression | undefined,
): Static<typeof ShownNotificationsSchema> {
  if (!stop) return settings;
  const { reason, createdAt } = stop;
  return { ...settings, mailStopped: { at: showTime(createdAt), reason } };
}
