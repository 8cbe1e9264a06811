import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  flag,
  integer,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { LANGUAGES } from "../base/words/languages.ts";
import { DELIVERY_STATUSES } from "../db/tables/data/delivery_schema.ts";
import type { NotificationSettings } from "./notice_store.ts";
import type { OutboxMail } from "./outbox_store.ts";
import { presentQuietHours, QuietHoursSchema } from "./quiet_hours.ts";
import type { Suppression } from "./suppression_store.ts";

/** How a mail stands, by how its delivery does. */
const SHOWN = {
  waiting: "queued",
  sending: "sending",
  delivered: "sent",
  failed: "bounced",
  dropped: "dropped",
} as const;
export const MAIL_STATUSES = Object.values(SHOWN);

/** The statuses of deliveries that one of a mail means; all of them for none. */
export function statusOf(status: string | undefined) {
  return DELIVERY_STATUSES.filter(
    (it) => status === undefined || SHOWN[it] === status,
  );
}

/** A mail of the outbox as the operator sees it: no link, no words of a relay. */
export const MailSchema = closed({
  id: string("Id of the mail."),
  kind: Type.Enum(["invite", "notice", "operator", "refusal"], {
    description:
      "An invite to an address, a notice to an account or the operator, or why a reply by mail was not accepted.",
  }),
  status: Type.Enum([...MAIL_STATUSES], {
    description: "Its status (docs/mail.md).",
  }),
  recipient: string("An address for an invite, an account for a notice."),
  conversationId: nullable(string("Id of the conversation; null for none.")),
  attempts: integer("Number of attempts."),
  lastError: nullable(
    string("Codes of the last attempt, or why it was dropped (docs/mail.md)."),
  ),
  createdAt: timestamp("When it was created."),
  dueAt: nullable(timestamp("When it is tried next; null once settled.")),
  settledAt: nullable(timestamp("When it was sent or given up; null before.")),
  trouble: nullable(
    Type.Enum(["bounced", "reported"], {
      description: "The bounce or complaint after it was sent; null for none.",
    }),
  ),
});

/** Shows a row of the outbox. */
export function presentMail(row: OutboxMail): Static<typeof MailSchema> {
  const { id, kind, recipient, conversationId, attempts } = row;
  return {
    id,
    kind,
    status: SHOWN[row.status],
    recipient,
    conversationId,
    attempts,
    lastError: row.log.at(-1)?.error ?? null,
    createdAt: showTime(row.createdAt),
    dueAt: row.settledAt === null ? showTime(row.dueAt) : null,
    settledAt: timeOrNull(row.settledAt),
    trouble: row.trouble,
  };
}

/** The mails that an account wants, and the content of its invites. */
export const NotificationsSchema = closed({
  needsYou: flag("Something needs your decision."),
  holdEnding: flag("A held price or a deadline ends soon."),
  domainLost: flag("A domain lost its record."),
  titleInInvites: flag("Your invites to email addresses show the title."),
  replyByMail: flag(
    "Your replies to the service's emails are sent as your messages. Turning this off ends the reply addresses of all earlier emails.",
  ),
  timeZone: nullable(
    string(
      "Time zone for emails, such as Europe/Berlin; null for UTC.",
      LIMITS.timeZoneCharsMax,
    ),
  ),
  language: nullable(
    Type.Enum([...LANGUAGES], {
      description:
        "Language of your emails and pages; null for your browser's, and English in emails.",
    }),
  ),
  quietHours: nullable(QuietHoursSchema),
  mutedTeams: Type.Array(Word("id"), {
    description: "Ids of teams of which you are told nothing.",
    maxItems: LIMITS.teamsOfPersonMax,
  }),
});

/** The same, as it is shown: with what keeps every mail from the mailbox. */
export const ShownNotificationsSchema = closed({
  ...NotificationsSchema.properties,
  mailStopped: Type.Optional(
    closed(
      {
        at: timestamp("Since when."),
        reason: Type.Enum([
          "unsubscribed",
          "reported",
          "bounced",
          "complained",
        ]),
      },
      {
        description:
          "Your mailbox has had no notices since then, because you unsubscribed or mail bounced. Turn a notice on again to get them.",
      },
    ),
  ),
});

/** Shows what an account hears by mail. */
export function presentNotifications(
  { quietFrom, quietTo, mutedTeams, ...settings }: NotificationSettings,
  stop: Suppression | undefined,
): Static<typeof ShownNotificationsSchema> {
  const quietHours = presentQuietHours({ quietFrom, quietTo });
  const shown = { ...settings, quietHours, mutedTeams: [...mutedTeams] };
  if (!stop) return shown;
  const { reason, createdAt } = stop;
  return { ...shown, mailStopped: { at: showTime(createdAt), reason } };
}
