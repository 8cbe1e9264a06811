import type { SQL } from "drizzle-orm";
import { and, eq, not, or, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import type { Statement } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import { participants } from "../../../db/tables/conversation_schema.ts";
import { viewCounts } from "../../../db/tables/count_schema.ts";
import { refusedBatches } from "../../../db/tables/spending_schema.ts";
import {
  ANSWERED_BIT,
  HELD_BACK_BIT,
  KEPT_BITS,
  REQUEST_BIT,
  SECTION_BITS,
  UNFINISHED_BIT,
  VIEW_BITS,
  WAITS_BIT,
} from "../../../db/tables/view_bits.ts";
import type {
  Conversation,
  Participant,
  ViewerState,
} from "../../model/model.ts";
import type { Section, View } from "../../model/schemas.ts";
import { VIEWS } from "../../model/schemas.ts";
import { isTerminal } from "../../model/states.ts";
import { seenBy } from "../../model/tally.ts";
import type { Attention } from "../../model/turn/attention.ts";
import { attentionOf } from "../../model/turn/attention.ts";

/** A conversation as one viewer sees it. */
interface Viewed {
  readonly conversation: Conversation;
  readonly viewer: Participant;
  readonly state: Pick<ViewerState, "archived" | "snoozedUntil">;
}

/** The facts that decide a viewer's views, as bits of a set of facts. */
const FACTS = {
  isSender: 1,
  isDraft: 2,
  isHeldBack: 4,
  isAnswered: 8,
  isPriced: 16,
  isArchived: 32,
  isSnoozed: 64,
  needsThem: 128,
  isRequest: 256,
  waits: 512,
} as const;
type Fact = keyof typeof FACTS;

/** Holds if all of the first and none of the others are true. */
interface Rule {
  readonly all?: readonly Fact[];
  readonly none?: readonly Fact[];
}

/**
 * Views by rules, one of which must hold (docs/messages.md, Views), primary ones first. A
 * submitted conversation that waits for a person or for the money, or was refused, is in the
 * sender's drafts and sent views until it is archived.
 */
const RULES: Readonly<Record<View, readonly Rule[]>> = {
  drafts: [
    { all: ["isSender", "isDraft"] },
    { all: ["isSender", "isHeldBack"], none: ["isArchived"] },
  ],
  sent: [{ all: ["isSender"], none: ["isDraft"] }],
  inbox: [
    { none: ["isSender", "isArchived", "isSnoozed"] },
    { all: ["isAnswered"], none: ["isArchived", "isSnoozed"] },
  ],
  archive: [{ all: ["isArchived"] }],
  needs_you: [{ all: ["needsThem"], none: ["isSnoozed"] }],
  payments: [{ all: ["isPriced"] }],
  requests: [{ all: ["isRequest"], none: ["isArchived", "isSnoozed"] }],
  waiting: [{ all: ["waits"], none: ["isArchived", "isSnoozed"] }],
  snoozed: [{ all: ["isSnoozed"], none: ["isArchived"] }],
};

/** True once the sender has sent it: the first recipient no longer waits for it. */
export function wasSent({ participants: [, first] }: Conversation): boolean {
  return first !== undefined && first.deliveryState !== "pending";
}

/**
 * True once somebody else wrote for the viewer to read, or ended what the viewer had sent or
 * signed its receipt, which may leave it open.
 */
function isAnswered(conversation: Conversation, viewer: Participant): boolean {
  if (seenBy(conversation, viewer.position).other > 0) return true;
  const { state, stateReasonBy, receipt } = conversation;
  if (viewer.role !== "sender" || !wasSent(conversation)) return false;
  const signedBy = receipt?.signer.accountId ?? viewer.accountId;
  if (signedBy !== viewer.accountId) return true;
  return state === "canceled"
    ? stateReasonBy?.accountId !== viewer.accountId
    : isTerminal(state);
}

function isSnoozed({ snoozedUntil = null }: Viewed["state"]): boolean {
  return snoozedUntil !== null;
}

function factsOf(viewed: Viewed, attention: Attention): number {
  const { conversation, viewer, state } = viewed;
  const isDraft = conversation.state === "draft";
  return (
    (viewer.role === "sender" ? FACTS.isSender : 0) |
    (isDraft ? FACTS.isDraft : 0) |
    (!isDraft && !wasSent(conversation) ? FACTS.isHeldBack : 0) |
    (isAnswered(conversation, viewer) ? FACTS.isAnswered : 0) |
    (conversation.payment === null ? 0 : FACTS.isPriced) |
    (state.archived ? FACTS.isArchived : 0) |
    (isSnoozed(state) ? FACTS.isSnoozed : 0) |
    (attention.section === null ? 0 : FACTS.needsThem) |
    (attention.isRequest ? FACTS.isRequest : 0) |
    (attention.waits ? FACTS.waits : 0)
  );
}

/** A conversation's place for a viewer. */
export interface Placed {
  /** Its views, the primary one first. */
  readonly folders: readonly View[];
  /** Its section in the needs-you view; null if snoozed. */
  readonly section: Section | null;
}

/** Finds a conversation's place for a viewer. Pure. */
export function placeOf(viewed: Viewed): Placed {
  const attention = attentionOf(viewed.conversation, viewed.viewer);
  const folders = viewsBy(factsOf(viewed, attention));
  const isNeeding = folders.includes("needs_you");
  return { folders, section: isNeeding ? attention.section : null };
}

/** The drafts view comes first for what is in it. */
const PRIMARY_FIRST: readonly View[] = [
  "drafts",
  ...VIEWS.filter((view) => view !== "drafts"),
];

/** Each view with its rules as sets of facts: those asked about, and of them those that hold. */
const VIEWS_BY_FACTS = PRIMARY_FIRST.map((view) => ({
  view,
  rules: RULES[view].map(({ all = [], none = [] }) => ({
    asked: setOf([...all, ...none]),
    held: setOf(all),
  })),
}));

function setOf(facts: readonly Fact[]): number {
  return facts.reduce((set, it) => set | FACTS[it], 0);
}

function viewsBy(facts: number): View[] {
  const views: View[] = [];
  for (const { view, rules } of VIEWS_BY_FACTS) {
    if (rules.some((it) => (facts & it.asked) === it.held)) views.push(view);
  }
  return views;
}

/** The views of a participant's row as bits; none before it has reached an account. */
export function viewBitsOf(viewed: Viewed): number {
  const { viewer } = viewed;
  if (!viewer.reached || viewer.accountId === null) return 0;
  const attention = attentionOf(viewed.conversation, viewer);
  return bitsBy(factsOf(viewed, attention), attention);
}

const UNFINISHED = setOf(["isSender", "isDraft"]);
const HELD_BACK = setOf(["isSender", "isHeldBack"]);

function bitsBy(facts: number, { section }: Attention): number {
  let bits = section === null ? 0 : SECTION_BITS[section];
  if ((facts & UNFINISHED) === UNFINISHED) bits |= UNFINISHED_BIT;
  if ((facts & HELD_BACK) === HELD_BACK) bits |= HELD_BACK_BIT;
  if (facts & FACTS.isAnswered) bits |= ANSWERED_BIT;
  if (facts & FACTS.isRequest) bits |= REQUEST_BIT;
  if (facts & FACTS.waits) bits |= WAITS_BIT;
  return viewsBy(facts).reduce((all, view) => all | VIEW_BITS[view], bits);
}

const value = sql.placeholder;

/**
 * The views of a participant's row after an act, with {@linkcode placedValues}; archived and
 * snoozed are read on writing.
 */
export function viewsAfter(after: {
  readonly archived: SQL;
  readonly snoozedUntil: SQL;
}): SQL {
  return sql`iif(${after.archived}, ${value("viewsArchived")}, iif(${after.snoozedUntil} is null, ${value("viewsKept")}, ${value("viewsSnoozed")})) ->> ${participants.position}`;
}

/** The values for the placeholders of {@linkcode viewsAfter}: the bits by position. */
export function placedValues(conversation: Conversation) {
  const state = { archived: false };
  const placed = conversation.participants.map((viewer) => {
    if (!viewer.reached || viewer.accountId === null) return undefined;
    const attention = attentionOf(conversation, viewer);
    const facts = factsOf({ conversation, viewer, state }, attention);
    return { attention, facts };
  });
  const bits = (flag: number) =>
    JSON.stringify(
      placed.map((it) => (it ? bitsBy(it.facts | flag, it.attention) : 0)),
    );
  return {
    viewsKept: bits(0),
    viewsArchived: bits(FACTS.isArchived),
    viewsSnoozed: bits(FACTS.isSnoozed),
  };
}

const has = (bits: number) => sql.raw(`(views & ${bits})`);

/** The views after a change of the viewer's own flags only. */
export const VIEWS_AFTER_FLAG: SQL = viewsFrom({
  isSender: eq(participants.role, "sender"),
  isArchived: sql`${value("archived")}`,
  isSnoozed: sql`${value("snoozedUntil")} is not null`,
  isDraft: has(UNFINISHED_BIT),
  isHeldBack: has(HELD_BACK_BIT),
  isAnswered: has(ANSWERED_BIT),
  needsThem: has(
    Object.values(SECTION_BITS).reduce<number>((all, it) => all | it, 0),
  ),
  isPriced: has(VIEW_BITS.payments),
  isRequest: has(REQUEST_BIT),
  waits: has(WAITS_BIT),
});

/** The rules as bits of a row, whose facts are read on writing. */
function viewsFrom(facts: Readonly<Record<Fact, SQL>>): SQL {
  const named = (names: readonly Fact[] = []) => names.map((it) => facts[it]);
  const sqlOf = ({ all, none }: Rule) =>
    and(...named(all), ...named(none).map((it) => not(it)));
  const bits = VIEWS.map(
    (view) =>
      sql`iif(${or(...RULES[view].map(sqlOf))}, ${sql.raw(String(VIEW_BITS[view]))}, 0)`,
  );
  return sql.join([...bits, has(KEPT_BITS)], sql` | `);
}

/** The number of conversations of an account in each view. */
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
  requests: 0,
  waiting: 0,
  snoozed: 0,
  money: 0,
  approvals: 0,
  replies: 0,
};

/** The sizes of an account's views, counted as the rows were written. */
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

/** Writes nothing, or makes the database refuse the batch at the account's limit of drafts. */
export const draftsGuard = perDatabase(({ orm }: Database) => {
  const guard = orm
    .insert(refusedBatches)
    .select(
      sql`select account_id from view_counts where account_id = ${value("accountId")} and unfinished >= ${sql.raw(String(LIMITS.draftsMax))}`,
    )
    .prepare();
  return (accountId: string): Statement => statementOf(guard, { accountId });
});
