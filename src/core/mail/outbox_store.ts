import {
  and,
  countDistinct,
  desc,
  eq,
  gt,
  isNotNull,
  lt,
  sql,
} from "drizzle-orm";
import type { QueryCall } from "../access/context.ts";
import { mailboxKey } from "../addresses/address.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";

/** Queued and sent mail, and the counts behind its limits. */
export const outboxStore = perDatabase(makeOutboxStore);

/** A queued or sent mail. */
export interface OutboxMail extends Omit<Delivery, "kind" | "body"> {
  readonly kind: "invite" | "notice" | "operator" | "refusal";
  readonly body: Readonly<Record<string, string>>;
}

/** The columns of a queued mail: an account for a notice, an address for the others. */
export type QueuedMail = Pick<
  OutboxMail,
  "id" | "kind" | "accountId" | "recipient" | "createdAt"
> &
  Partial<Omit<OutboxMail, "body">> & { readonly body: object };

/** A reader's complaint about a mail, or a bounce from their mail system. */
export type Trouble = "bounced" | "reported";

/** One invite in its sender's and in its recipient's own count. */
export interface Numbered {
  readonly seq: number;
  /** When it was queued; for one that waits for its mailbox's next day, when that is. */
  readonly at: number;
  readonly conversationId: string;
  readonly recipient: string;
}

const NUMBERED = {
  seq: deliveries.number,
  at: sql<number>`coalesce(${deliveries.opensAt}, ${deliveries.createdAt})`,
  conversationId: deliveries.conversationId,
  recipient: deliveries.recipient,
};
const value = sql.placeholder;
const isOfSeries = eq(deliveries.series, value("series"));

/** A delivery as a mail; undefined for anything else. */
export function mailOf(row: Delivery | undefined): OutboxMail | undefined {
  return row?.sender === "mail"
    ? {
        ...row,
        kind: row.kind as OutboxMail["kind"],
        body: JSON.parse(row.body),
      }
    : undefined;
}

function makeOutboxStore(db: Database) {
  const { orm } = db;
  const all = deliveryStore(db);
  const list = orm
    .select()
    .from(deliveries)
    .where(
      and(
        lt(deliveries.id, value("before")),
        eq(deliveries.sender, "mail"),
        sql`instr(${value("statuses")}, ',' || ${deliveries.status} || ',') > 0`,
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(value("limit"))
    .prepare();
  const blame = orm
    .update(deliveries)
    .set(slots(deliveries, "trouble", "troubleAt"))
    .where(eq(deliveries.id, value("id")))
    .prepare();
  return {
    queue: ({ body, ...mail }: QueuedMail) =>
      all.insert({ ...mail, sender: "mail", body: JSON.stringify(body) }),
    find: async (id: string) => mailOf(await all.find(id)),
    /** The newest of some statuses, older than a listed one. */
    list: async (
      statuses: readonly Delivery["status"][],
      before: string,
      limit: number,
    ) => {
      const rows = await list.all({
        statuses: `,${statuses.join(",")},`,
        before,
        limit,
      });
      return rows.flatMap((row) => mailOf(row) ?? []);
    },
    /** Stores the complaint or bounce, which may pause its sender. */
    blame: (id: string, trouble: Trouble, troubleAt: number) =>
      statementOf(blame, { id, trouble, troubleAt }),
    ...counts(db),
  };
}

function counts({ orm }: Database) {
  const ofSender = orm
    .select(NUMBERED)
    .from(deliveries)
    .where(isOfSeries)
    .orderBy(desc(deliveries.number))
    .limit(LIMITS.invitesPerSenderDayMax)
    .prepare();
  const numbered = orm
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isOfSeries, eq(deliveries.number, value("number"))))
    .limit(1)
    .prepare();
  const toRecipient = orm
    .select({ ...NUMBERED, seq: deliveries.mailboxNumber })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.mailbox, value("mailbox")),
        isNotNull(deliveries.mailboxNumber),
      ),
    )
    .orderBy(desc(deliveries.mailboxNumber))
    // Those of the last day, those that wait, and those that had waited until then.
    .limit(3 * LIMITS.invitesPerAddressDayMax)
    .prepare();
  const troubles = orm
    .select({
      trouble: deliveries.trouble,
      mailboxes: countDistinct(deliveries.mailbox),
    })
    .from(deliveries)
    .where(
      and(
        isOfSeries,
        gt(deliveries.troubleAt, value("after")),
        isNotNull(deliveries.trouble),
      ),
    )
    .groupBy(deliveries.trouble)
    .prepare();
  return {
    /** The mailboxes of a sender's invites with a complaint or a bounce. */
    troubles: async (series: string, after: number) =>
      await troubles.all({ series, after }),
    /** True if a series has this number. */
    has: async (series: string, number: number) =>
      (await numbered.get({ series, number })) !== undefined,
    ofSender: async (series: string) =>
      (await ofSender.all({ series })) as Numbered[],
    toRecipient: async (mailbox: string) =>
      (await toRecipient.all({ mailbox })) as Numbered[],
  };
}

/** True if an invite to an address waits for its mailbox's next day. */
export async function isInviteWaiting(
  { db, now }: Pick<QueryCall, "db" | "now">,
  { conversationId, recipient }: Pick<Numbered, "conversationId" | "recipient">,
): Promise<boolean> {
  const all = await outboxStore(db).toRecipient(mailboxKey(recipient));
  return all.some(
    (it) =>
      it.at > now &&
      it.conversationId === conversationId &&
      it.recipient === recipient,
  );
}
