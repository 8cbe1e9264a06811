import type { SQL } from "drizzle-orm";
import { and, eq, not, or, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  participants,
  UNFINISHED_BIT,
  VIEW_BITS,
} from "../../db/tables/conversation_schema.ts";
import { viewCounts } from "../../db/tables/count_schema.ts";
import type { Conversation, Participant, ViewerState } from "../model/model.ts";
import type { View } from "../model/schemas.ts";
import { VIEWS } from "../model/schemas.ts";

/** A conversation as one viewer has it. */
interface Viewed {
  readonly conversation: Conversation;
  readonly viewer: Participant;
  readonly state: ViewerState;
}

/** What places a conversation for a viewer, of what was loaded. */
const FACTS = {
  isSender: ({ viewer }: Viewed) => viewer.role === "sender",
  isDraft: ({ conversation }: Viewed) => conversation.state === "draft",
  isSent: ({ conversation }: Viewed) => wasSent(conversation),
  isArchived: ({ state }: Viewed) => state.archived,
  isAsked: ({ conversation, viewer }: Viewed) =>
    askedOf(conversation).includes(viewer.accountId),
  isPriced: ({ conversation }: Viewed) => conversation.payment !== null,
};
type Fact = keyof typeof FACTS;

/** Holds where all of the first and none of the others do. */
interface Rule {
  readonly all?: readonly Fact[];
  readonly none?: readonly Fact[];
}

/**
 * Views by the rules of which one has to hold (docs/messages.md, Views), the primary
 * ones first. What waits for a person or for the money has not been sent, nor has what
 * a review or its own person refused: it is among the drafts, a refused one until it
 * is archived.
 */
const RULES: Readonly<Record<View, readonly Rule[]>> = {
  sent: [{ all: ["isSender", "isSent"] }],
  drafts: [
    { all: ["isSender", "isDraft"], none: ["isSent"] },
    { all: ["isSender"], none: ["isArchived", "isSent"] },
  ],
  inbox: [{ none: ["isSender", "isArchived"] }],
  archive: [{ all: ["isArchived"] }],
  needs_you: [{ all: ["isAsked"] }],
  payments: [{ all: ["isPriced"] }],
};

/** True once it has left the sender: the first recipient no longer waits for it. */
export function wasSent({ participants: [, first] }: Conversation): boolean {
  return first !== undefined && first.deliveryState !== "pending";
}

/** The accounts that something open waits for. */
function askedOf({ checkpoints }: Conversation): readonly (string | null)[] {
  return checkpoints
    .filter(({ status }) => status === "open")
    .map(({ forAccountId }) => forAccountId);
}

/** The views that a conversation is in for one viewer, the primary one first. */
export function foldersOf(viewed: Viewed): View[] {
  const holds = (fact: Fact) => FACTS[fact](viewed);
  return VIEWS.filter((view) =>
    RULES[view].some(
      ({ all = [], none = [] }) => all.every(holds) && !none.some(holds),
    ),
  );
}

/** The views of a participant's row that is new, as bits; none before it has reached an account. */
export function viewBitsOf(viewed: Viewed): number {
  const { viewer } = viewed;
  if (!viewer.reached || viewer.accountId === null) return 0;
  const isUnfinished = FACTS.isSender(viewed) && FACTS.isDraft(viewed);
  return foldersOf(viewed).reduce(
    (bits, view) => bits | VIEW_BITS[view],
    isUnfinished ? UNFINISHED_BIT : 0,
  );
}

/** The same as bits of a participant's row, whose facts are read as it is written. */
function viewsOf(facts: Readonly<Record<Fact, SQL>>): SQL {
  const named = (names: readonly Fact[] = []) => names.map((it) => facts[it]);
  const sqlOf = ({ all, none }: Rule) =>
    and(...named(all), ...named(none).map((it) => not(it)));
  const bit = (bits: number, holds: SQL | undefined) =>
    sql`iif(${holds}, ${sql.raw(String(bits))}, 0)`;
  const bits = [
    ...VIEWS.map((view) => bit(VIEW_BITS[view], or(...RULES[view].map(sqlOf)))),
    bit(UNFINISHED_BIT, and(facts.isSender, facts.isDraft)),
  ];
  return sql.join(bits, sql` | `);
}

const value = sql.placeholder;
const has = (bit: number) => sql.raw(`views & ${bit}`);
const isSender = eq(participants.role, "sender");

/**
 * The views of a participant's row after an act, by what {@linkcode placedValues} says of
 * the conversation; none before it has reached an account.
 */
export function viewsAfter(isArchived: SQL): SQL {
  const views = viewsOf({
    isSender,
    isArchived,
    isDraft: sql`${value("isDraft")}`,
    isSent: sql`${value("isSent")}`,
    isAsked: sql`instr(${value("asked")}, ',' || ${participants.accountId} || ',') > 0`,
    isPriced: sql`${value("isPriced")}`,
  });
  return sql`iif(${participants.reached} and ${participants.accountId} is not null, ${views}, 0)`;
}

/** What the placeholders of {@linkcode viewsAfter} stand for. */
export function placedValues(conversation: Conversation) {
  return {
    isDraft: conversation.state === "draft",
    isSent: wasSent(conversation),
    isPriced: conversation.payment !== null,
    asked: `,${askedOf(conversation).join(",")},`,
  };
}

/** The views after nothing but the viewer's own flag changed: the rest is as it was. */
export const VIEWS_AFTER_FLAG: SQL = viewsOf({
  isSender,
  isArchived: sql`${value("archived")}`,
  isDraft: has(UNFINISHED_BIT),
  isSent: has(VIEW_BITS.sent),
  isAsked: has(VIEW_BITS.needs_you),
  isPriced: has(VIEW_BITS.payments),
});

/** How many conversations an account has in each view. */
export type ViewCounts = Omit<typeof viewCounts.$inferSelect, "accountId">;

const NONE: ViewCounts = {
  everything: 0,
  unread: 0,
  inbox: 0,
  sent: 0,
  drafts: 0,
  archive: 0,
  needsYou: 0,
  payments: 0,
  unfinished: 0,
};

/** What the views of an account hold, as the rows were counted while they were written. */
export const countViews = perDatabase(({ orm }: Database) => {
  const counted = orm
    .select()
    .from(viewCounts)
    .where(eq(viewCounts.accountId, value("accountId")))
    .limit(1)
    .prepare();
  return async (accountId: string): Promise<ViewCounts> =>
    (await counted.get({ accountId })) ?? NONE;
});
