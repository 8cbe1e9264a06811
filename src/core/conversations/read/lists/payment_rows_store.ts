import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MicroUsdc } from "../../../base/money.ts";
import type { RailName } from "../../../base/rails/chain.ts";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import { VIEW_BITS } from "../../../db/tables/view_bits.ts";

/** The filters of a payments table; all of an account's without any. */
export interface PaymentFilter {
  readonly status?: string | undefined;
  readonly direction?: Direction | undefined;
  readonly rail?: RailName | undefined;
  /** A part of the other side's address or name, in small letters. */
  readonly counterparty?: string | undefined;
  readonly amountMin?: MicroUsdc | undefined;
  readonly amountMax?: MicroUsdc | undefined;
  /** Held, and returned before this moment if nothing happens. */
  readonly dueBefore?: number | undefined;
}

export type Direction = "in" | "out";

/** A range of payment ids to read. */
export interface IdRange {
  readonly below: string;
  readonly from: string;
  readonly looked: number;
}

/** Reads the payments of an account, newest first. */
export const paymentRowsStore = perDatabase(makePaymentRowsStore);

const value = sql.placeholder;
const me = value("accountId");
const other = alias(participants, "other");

const leg = (direction: Direction, party: "payer_id" | "payee_id") =>
  sql`select * from (select id, ${sql.raw(`'${direction}'`)} as direction from ${payments} where ${sql.raw(party)} = ${me} and id < ${value("below")} and id >= ${value("from")} order by id desc limit ${value("looked")})`;

/** The newest ids of both sides, up to the limit of one call. */
const looked = sql`(select id, direction from (${leg("out", "payer_id")} union all ${leg("in", "payee_id")}) where ${bounded("by what is looked at of each side")} order by id desc limit ${value("looked")}) as looked`;

const isOut = sql`looked.direction = 'out'`;
const theirs = sql`other.conversation_id = ${payments.conversationId}`;
/** The other side: the payer, the payee or, before there is one, the first recipient. */
const isOther = sql`${theirs} and other.position = iif(${isOut}, coalesce((select min(p.position) from ${participants} p where p.conversation_id = ${payments.conversationId} and p.account_id = ${payments.payeeId} and p.role <> 'sender'), (select min(p.position) from ${participants} p where p.conversation_id = ${payments.conversationId} and p.role = 'to')), 0)`;
/** The payee sees it once it has reached them. */
const isMine = sql`${participants.conversationId} = ${payments.conversationId} and ${participants.accountId} = ${me} and (${isOut} = (${participants.role} = 'sender')) and (${isOut} or ${participants.reached})`;

const ifAsked = (name: keyof PaymentFilter, holds: ReturnType<typeof sql>) =>
  sql`(${value(name)} is null or ${holds})`;

const isAsked = sql.join(
  [
    ifAsked("status", sql`${payments.status} = ${value("status")}`),
    ifAsked("direction", sql`looked.direction = ${value("direction")}`),
    ifAsked("rail", sql`${payments.rail} = ${value("rail")}`),
    ifAsked(
      "counterparty",
      sql`instr(lower(other.address), ${value("counterparty")}) or instr(lower(other.display_name), ${value("counterparty")})`,
    ),
    ifAsked("amountMin", sql`${payments.price} >= ${value("amountMin")}`),
    ifAsked("amountMax", sql`${payments.price} <= ${value("amountMax")}`),
    ifAsked(
      "dueBefore",
      sql`${payments.status} = 'held' and ${payments.captureBefore} < ${value("dueBefore")}`,
    ),
  ],
  sql` and `,
);

const NOTHING = {
  status: null,
  direction: null,
  rail: null,
  counterparty: null,
  amountMin: null,
  amountMax: null,
  dueBefore: null,
} satisfies Record<keyof PaymentFilter, null>;

function makePaymentRowsStore({ longOrm }: Database) {
  const rows = longOrm
    .select({
      id: payments.id,
      direction: sql<Direction>`looked.direction`,
      conversationId: payments.conversationId,
      title: conversations.title,
      status: payments.status,
      price: payments.price,
      rail: payments.rail,
      feeBps: payments.feeBps,
      heldAt: payments.heldAt,
      pendingAt: payments.pendingAt,
      settlements: payments.settlements,
      ...{ released: payments.released, returned: payments.returned },
      refunded: payments.refunded,
      captureBefore: payments.captureBefore,
      releasedAt: payments.releasedAt,
      voidedAt: payments.voidedAt,
      voidReason: payments.voidReason,
      release: conversations.release,
      releaseAction: conversations.releaseAction,
      state: conversations.state,
      stateAt: conversations.stateAt,
      needsYou: sql<number>`${participants.views} & ${sql.raw(String(VIEW_BITS.needs_you))} <> 0`,
      hasReceipt: sql<number>`${conversations.receipt} is not null`,
      address: other.address,
      name: other.displayName,
      isPayee: sql<number>`${payments.payeeId} is not null`,
      ownAddress: participants.address,
    })
    .from(looked)
    .innerJoin(payments, sql`${payments.id} = looked.id`)
    .innerJoin(
      conversations,
      sql`${conversations.id} = ${payments.conversationId}`,
    )
    .innerJoin(participants, isMine)
    .innerJoin(other, isOther)
    .where(sql`${isAsked} and ${bounded("by what is looked at")}`)
    .orderBy(sql`looked.id desc`)
    .limit(value("limit"))
    .prepare();
  const last = longOrm
    .select({ id: sql<string>`looked.id` })
    .from(looked)
    .where(bounded("by what is looked at"))
    .orderBy(sql`looked.id desc`)
    .limit(1)
    .offset(value("skipped"))
    .prepare();
  return {
    /** The matching rows of a range. */
    rows: (
      accountId: string,
      { limit, ...asked }: PaymentFilter & IdRange & { readonly limit: number },
    ) => rows.all({ accountId, ...NOTHING, ...asked, limit }),
    /** The last row read; undefined if there are no more. */
    lastLooked: async (
      accountId: string,
      stretch: IdRange,
    ): Promise<string | undefined> =>
      (await last.get({ accountId, ...stretch, skipped: stretch.looked - 1 }))
        ?.id,
  };
}

export type PaymentRow = Awaited<
  ReturnType<ReturnType<typeof makePaymentRowsStore>["rows"]>
>[number];
