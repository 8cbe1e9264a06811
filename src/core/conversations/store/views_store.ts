import type { SQL } from "drizzle-orm";
import { and, eq, not, or, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  checkpoints,
  conversations,
  participants,
  payments,
} from "../../db/tables/conversation_schema.ts";
import type { Conversation, Participant, ViewerState } from "../model/model.ts";
import type { View } from "../model/schemas.ts";
import { VIEWS } from "../model/schemas.ts";

/** A conversation as one viewer has it. */
interface Viewed {
  readonly conversation: Conversation;
  readonly viewer: Participant;
  readonly state: ViewerState;
}

/** What places a conversation: once as a condition of a row, once of what was loaded. */
interface Fact {
  readonly sql: SQL;
  readonly holds: (of: Viewed) => boolean;
}

const isSender: Fact = {
  sql: eq(participants.role, "sender"),
  holds: ({ viewer }) => viewer.role === "sender",
};
const isDraft: Fact = {
  sql: eq(conversations.state, "draft"),
  holds: ({ conversation }) => conversation.state === "draft",
};
const isSent: Fact = {
  sql: sql`exists (select 1 from ${participants} as first where first.conversation_id = ${conversations.id} and first.position = 1 and first.delivery_state <> 'pending')`,
  holds: ({ conversation }) => wasSent(conversation),
};
const isArchived: Fact = {
  sql: eq(participants.archived, true),
  holds: ({ state }) => state.archived,
};
const isAsked: Fact = {
  // A list that is made once: for each row the planner would look through all of
  // the account's open checkpoints, which strangers make.
  sql: sql`+${participants.conversationId} in (select ${checkpoints.conversationId} from ${checkpoints} where ${checkpoints.forAccountId} = ${sql.placeholder("accountId")} and ${checkpoints.status} = 'open')`,
  holds: ({ conversation, viewer }) =>
    conversation.checkpoints.some(
      (it) => it.status === "open" && it.forAccountId === viewer.accountId,
    ),
};
const isPriced: Fact = {
  sql: sql`exists (select 1 from ${payments} where ${payments.conversationId} = ${conversations.id})`,
  holds: ({ conversation }) => conversation.payment !== null,
};

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
  sent: [{ all: [isSender, isSent] }],
  drafts: [
    { all: [isSender, isDraft], none: [isSent] },
    { all: [isSender], none: [isArchived, isSent] },
  ],
  inbox: [{ none: [isSender, isArchived] }],
  archive: [{ all: [isArchived] }],
  needs_you: [{ all: [isAsked] }],
  payments: [{ all: [isPriced] }],
};

/** True once it has left the sender: the first recipient no longer waits for it. */
function wasSent({ participants: [, first] }: Conversation): boolean {
  return first !== undefined && first.deliveryState !== "pending";
}

/** The views that a conversation is in for one viewer, the primary one first. */
export function foldersOf(viewed: Viewed): View[] {
  const holds = (it: Fact) => it.holds(viewed);
  return VIEWS.filter((view) =>
    RULES[view].some(
      ({ all = [], none = [] }) => all.every(holds) && !none.some(holds),
    ),
  );
}

/** The condition on a viewer's row for each view. */
export const VIEW_FILTERS: ReadonlyMap<View, SQL | undefined> = new Map(
  VIEWS.map((view) => [view, or(...RULES[view].map(sqlOf))]),
);

function sqlOf({ all = [], none = [] }: Rule): SQL | undefined {
  return and(...all.map((it) => it.sql), ...none.map((it) => not(it.sql)));
}

/** What an account writes and has not sent. */
export const IS_OWN_DRAFT = and(isSender.sql, isDraft.sql);

/** How many conversations each view of an account holds. */
export interface ViewCounts {
  readonly totals: Readonly<Record<View, number>>;
  /** Unread ones of the inbox. */
  readonly unread: number;
  /** When any of them changed last, in milliseconds; 0 if there is none. */
  readonly updatedAt: number;
}

/** Counts in one pass over an account's conversations. */
export const countViews = perDatabase(build);

function build(db: Database) {
  const matching = (filter: SQL | undefined) =>
    sql<number>`coalesce(sum(${filter}), 0)`.mapWith(Number);
  const inView = (view: View) => matching(VIEW_FILTERS.get(view));
  const counts = db.longOrm
    .select({
      inbox: inView("inbox"),
      sent: inView("sent"),
      drafts: inView("drafts"),
      archive: inView("archive"),
      needs_you: inView("needs_you"),
      payments: inView("payments"),
      unread: matching(
        and(VIEW_FILTERS.get("inbox"), eq(participants.unread, true)),
      ),
      updatedAt: sql<number>`coalesce(max(${participants.updatedAt}), 0)`,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(participants.accountId, sql.placeholder("accountId")),
        eq(participants.reached, true),
      ),
    )
    .prepare();
  return async (accountId: string): Promise<ViewCounts> => {
    const row = await counts.get({ accountId });
    if (!row) throw new RangeError("A count is one row");
    const { unread, updatedAt, ...totals } = row;
    return { totals, unread, updatedAt };
  };
}
