import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { user } from "../db/tables/auth_schema.ts";
import { notificationSettings } from "../db/tables/outbox_schema.ts";

/** The mails that an account wants, and the settings of its invites. */
export type NotificationSettings = Readonly<
  Omit<
    typeof notificationSettings.$inferSelect,
    "accountId" | "noticesAskedAt" | "repliesFrom" | "updatedAt"
  >
>;

/** The defaults: titles stay private. */
const NOTIFICATION_DEFAULTS: NotificationSettings = {
  needsYou: true,
  holdEnding: true,
  domainLost: true,
  titleInInvites: false,
  replyByMail: true,
  timeZone: null,
  language: null,
  quietFrom: null,
  quietTo: null,
  mutedTeams: [],
};

/** The store behind the service's own mails to its people. */
export const noticeStore = perDatabase(makeNoticeStore);

const value = sql.placeholder;
const {
  accountId: owner,
  updatedAt: _at,
  noticesAskedAt,
  repliesFrom,
  ...COLUMNS
} = getTableColumns(notificationSettings);
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

function makeNoticeStore(db: Database) {
  const { orm } = db;
  const settings = orm
    .select(COLUMNS)
    .from(notificationSettings)
    .where(eq(owner, value("accountId")))
    .limit(1)
    .prepare();
  const asked = orm
    .select({ noticesAskedAt, repliesFrom })
    .from(notificationSettings)
    .where(eq(owner, value("accountId")))
    .limit(1)
    .prepare();
  const changed = slots(notificationSettings, ...FIELDS, "updatedAt");
  const save = orm
    .insert(notificationSettings)
    .values({
      ...changed,
      ...slots(notificationSettings, "accountId", "noticesAskedAt"),
      repliesFrom: sql`coalesce(${value("repliesFrom")}, 0)`,
    })
    .onConflictDoUpdate({
      target: owner,
      set: {
        ...changed,
        noticesAskedAt: sql`coalesce(excluded.notices_asked_at, ${noticesAskedAt})`,
        repliesFrom: sql`coalesce(${value("repliesFrom")}, ${repliesFrom})`,
      },
    })
    .prepare();
  const mailboxes = keptReads<string | undefined>(db, [user]);
  const mailbox = orm
    .select({ email: user.email })
    .from(user)
    .where(and(eq(user.id, value("accountId")), eq(user.emailVerified, true)))
    .limit(1)
    .prepare();
  return {
    settings: async (accountId: string) =>
      (await settings.get({ accountId })) ?? NOTIFICATION_DEFAULTS,
    save: (
      accountId: string,
      given: NotificationSettings,
      at: {
        readonly updatedAt: number;
        /** Null leaves it unchanged. */
        readonly noticesAskedAt: number | null;
        /** Null leaves it unchanged; otherwise answers to earlier mails are refused. */
        readonly repliesFrom: number | null;
      },
    ) => statementOf(save, { accountId, ...given, ...at }),
    /** When the person last turned a notice on; 0 for never. */
    noticesAskedAt: async (accountId: string) =>
      (await asked.get({ accountId }))?.noticesAskedAt ?? 0,
    /** Answers to earlier mails are refused. */
    repliesFrom: async (accountId: string) =>
      (await asked.get({ accountId }))?.repliesFrom ?? 0,
    /** A person's sign-in mailbox. It gets mail and is never shown. */
    mailbox: (accountId: string) =>
      mailboxes(
        accountId,
        async () => (await mailbox.get({ accountId }))?.email,
      ),
  };
}
