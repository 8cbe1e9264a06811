import { and, desc, eq, inArray, lt, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { outbox } from "../db/tables/outbox_schema.ts";

/** The status of a mail in the outbox. All but the first two are final. */
export const MAIL_STATUSES = [
  "queued",
  "sending",
  "sent",
  "bounced",
  "dropped",
] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A mail that waits, leaves or has left. */
export interface OutboxMail {
  readonly id: string;
  readonly kind: "invite" | "notice" | "operator" | "refusal";
  readonly conversationId: string | null;
  /** An account for a notice, an address for the others. */
  readonly recipient: string;
  readonly body: Readonly<Record<string, string>>;
  readonly status: MailStatus;
  readonly createdAt: number;
  readonly senderId: string | null;
  /** When it could leave at the earliest, if it was too many: it gathers what came before. */
  readonly opensAt: number | null;
  readonly dueAt: number;
  readonly attempts: number;
  readonly lease: string | null;
  readonly lastError: string | null;
  readonly settledAt: number | null;
  readonly trouble: Trouble | null;
}

/** What a reader, or their mail system, had against a mail. */
export type Trouble = "bounced" | "reported";

/** What becomes of a mail. */
export type MailProgress = Pick<
  OutboxMail,
  "status" | "dueAt" | "lastError" | "settledAt"
>;

/** The delivery's side of the outbox. */
export interface DeliveryStore {
  /** Leases some of the due mails. */
  lease(lease: string, now: number): Promise<readonly OutboxMail[]>;
  find(id: string): Promise<OutboxMail | undefined>;
  /** Says what became of it, and gives the lease back. */
  progress(id: string, progress: MailProgress): Statement;
  /** Keeps the complaint or bounce, which may pause its sender. */
  blame(id: string, trouble: Trouble, now: number): Statement;
  /** The newest of a status, or of all, older than one that was listed. */
  list(
    statuses: readonly MailStatus[],
    before: string,
    limit: number,
  ): Promise<readonly OutboxMail[]>;
}

export const deliveryStore = perDatabase(build);

const value = sql.placeholder;
const COLUMNS = {
  id: outbox.id,
  kind: outbox.kind,
  conversationId: outbox.conversationId,
  recipient: outbox.recipient,
  body: outbox.body,
  status: outbox.status,
  createdAt: outbox.createdAt,
  senderId: outbox.senderId,
  opensAt: outbox.opensAt,
  dueAt: outbox.dueAt,
  attempts: outbox.attempts,
  lease: outbox.lease,
  lastError: outbox.lastError,
  settledAt: outbox.settledAt,
  trouble: outbox.trouble,
};
const isOpen = sql`${outbox.status} in ('queued', 'sending')`;

function build(db: Database): DeliveryStore {
  const { orm } = db;
  const due = orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isOpen, lte(outbox.dueAt, value("now"))))
    .orderBy(outbox.dueAt)
    .limit(LIMITS.mailBatchMax);
  // One statement: of two processes that ask at once, each mail goes to one.
  const take = orm
    .update(outbox)
    .set({
      status: sql`'sending'`,
      attempts: sql`${outbox.attempts} + 1`,
      ...slots(outbox, "lease", "dueAt"),
    })
    .where(inArray(outbox.id, due))
    .prepare();
  const taken = orm
    .select(COLUMNS)
    .from(outbox)
    .where(
      and(sql`${outbox.status} = 'sending'`, eq(outbox.lease, value("lease"))),
    )
    .orderBy(outbox.createdAt)
    .prepare();
  const one = orm
    .select(COLUMNS)
    .from(outbox)
    .where(eq(outbox.id, value("id")))
    .limit(1)
    .prepare();
  const progress = orm
    .update(outbox)
    .set({
      lease: sql`null`,
      ...slots(outbox, "status", "dueAt", "lastError", "settledAt"),
    })
    .where(eq(outbox.id, value("id")))
    .prepare();
  const blame = orm
    .update(outbox)
    .set(slots(outbox, "trouble", "troubleAt"))
    .where(eq(outbox.id, value("id")))
    .prepare();
  const list = orm
    .select(COLUMNS)
    .from(outbox)
    .where(
      and(
        lt(outbox.id, value("before")),
        sql`instr(${value("statuses")}, ',' || ${outbox.status} || ',') > 0`,
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(value("limit"))
    .prepare();
  return {
    async lease(lease, now) {
      const dueAt = now + LIMITS.mailLeaseMs;
      await db.commit([statementOf(take, { lease, now, dueAt })]);
      return (await taken.all({ lease })) as OutboxMail[];
    },
    find: async (id) => (await one.get({ id })) as OutboxMail | undefined,
    progress: (id, given) => statementOf(progress, { id, ...given }),
    blame: (id, trouble, troubleAt) =>
      statementOf(blame, { id, trouble, troubleAt }),
    list: async (statuses, before, limit) =>
      (await list.all({
        statuses: `,${statuses.join(",")},`,
        before,
        limit,
      })) as OutboxMail[],
  };
}
