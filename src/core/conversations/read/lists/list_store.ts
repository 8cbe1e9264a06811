import type { SQL } from "drizzle-orm";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { SECTION_BITS, VIEW_BITS } from "../../../db/tables/view_bits.ts";
import { inView, newestOf, VIEWER_ROW } from "../../../db/viewer_rows.ts";
import type { ListPlace, ViewerRow } from "../../acts/store/store.ts";
import type { Section, View } from "../../model/schemas.ts";
import { VIEWS } from "../../model/schemas.ts";
import type { Refinement } from "./query.ts";
import { IS_REFINED, refinedBy } from "./refined_store.ts";

/** A row of a list. */
export interface ListedRow extends ViewerRow {
  /** The bits of its views. */
  readonly views: number;
  readonly stateAt: number;
}

/** By the time of the last change, or of the state. */
export type Sorting = "updatedAt" | "stateAt";

/** The filters of a list, besides its view. */
export interface Narrowing {
  readonly contextId?: string | undefined;
  readonly state?: string | undefined;
  /** Only conversations with this label of the viewer. */
  readonly labelId?: string | undefined;
  /** The filters from a search's operators. */
  readonly refinement?: Refinement | undefined;
}

/** The rows below a place. */
interface Below {
  readonly after: ListPlace;
  readonly limit: number;
}

/** The bits of a section or of a view; of all views together without one. */
export function bitsOf({ view, section }: InView): number {
  if (section !== undefined) return SECTION_BITS[section];
  return view === undefined ? ANY : VIEW_BITS[view];
}

/** A view, or a section of what needs the viewer. */
export interface InView {
  readonly view?: View | undefined;
  readonly section?: Section | undefined;
}

const ANY = Object.values(VIEW_BITS).reduce<number>((all, bit) => all | bit, 0);

const value = sql.placeholder;
const mine = and(
  eq(participants.accountId, value("accountId")),
  // Must match the condition of the index participants_tasks exactly.
  sql`participants.views <> 0`,
);
export const ITS_CONVERSATION = eq(
  conversations.id,
  participants.conversationId,
);
export const IS_NARROWED = and(
  sql`(${value("contextId")} is null or ${conversations.contextId} = ${value("contextId")})`,
  sql`(${value("state")} is null or ${conversations.state} = ${value("state")})`,
);
const isLabelled = sql`(${value("labelId")} is null or instr(${participants.labels}, ${value("labelId")}))`;
const isViewed = sql`${participants.views} & ${value("bits")}`;

const ORDERS = {
  updatedAt: orderOf(participants.updatedAt),
  stateAt: orderOf(participants.stateAt),
} as const;

function orderOf(
  time: typeof participants.updatedAt | typeof participants.stateAt,
) {
  const { conversationId } = participants;
  return {
    below: sql`(${time}, ${conversationId}) < (${value("at")}, ${value("id")})`,
    newest: [desc(time), desc(conversationId)] as const,
  };
}

/** Reads lists of an account's conversations, each through an index, on request. */
export const listStore = perDatabase((db: Database) => ({
  ...ranges(db),
  ...selections(db),
  ...smallSets(db),
}));

function ranges({ orm }: Database) {
  const { updatedAt, stateAt } = ORDERS;
  const range = (where: SQL | undefined, { newest }: typeof updatedAt) =>
    orm
      .select(VIEWER_ROW)
      .from(participants)
      .where(where)
      .orderBy(...newest)
      .limit(value("limit"))
      .prepare();
  const everything = newestOf(orm, updatedAt.below)
    .limit(value("limit"))
    .prepare();
  const changed = new Map(
    VIEWS.map((view) => [
      view,
      range(and(inView(view), updatedAt.below), updatedAt),
    ]),
  );
  const tasks = range(
    and(mine, gte(participants.stateAt, value("since")), stateAt.below),
    stateAt,
  );
  return {
    /** The newest changes of a view, or of everything. */
    changes: (
      accountId: string,
      view: View | undefined,
      { after, limit }: Below,
    ): Promise<ListedRow[]> =>
      ((view && changed.get(view)) ?? everything).all({
        accountId,
        ...after,
        limit,
      }),
    /** Everything whose state is from a moment or later, newest state first. */
    tasks: (
      accountId: string,
      since: number,
      { after, limit }: Below,
    ): Promise<ListedRow[]> => tasks.all({ accountId, since, ...after, limit }),
  };
}

/** The values for the placeholders of a narrowing. */
export function narrowedBy({
  contextId,
  state,
  labelId,
  refinement,
}: Narrowing) {
  return {
    contextId: contextId ?? null,
    state: state ?? null,
    labelId: labelId ?? null,
    ...refinedBy(refinement),
  };
}

const isOne = and(
  eq(participants.conversationId, sql`chosen.value`),
  eq(participants.accountId, value("accountId")),
  bounded("as many as were chosen"),
  isViewed,
  IS_NARROWED,
  IS_REFINED,
  isLabelled,
  gte(participants.stateAt, value("since")),
);

/** The selected ones of some conversations, whose number limits the reads. */
function selections({ longOrm }: Database) {
  // A cross join runs in its order: each of them is looked up by its key.
  const chosen = sql`json_each(${value("ids")}) as chosen`;
  const among = ({ below, newest }: (typeof ORDERS)[Sorting]) =>
    longOrm
      .select(VIEWER_ROW)
      .from(chosen)
      .crossJoin(participants)
      .innerJoin(conversations, ITS_CONVERSATION)
      .where(and(isOne, below))
      .orderBy(...newest)
      .limit(value("limit"))
      .prepare();
  const byOrder = {
    updatedAt: among(ORDERS.updatedAt),
    stateAt: among(ORDERS.stateAt),
  };
  const count = longOrm
    .select({ count: sql<number>`count(*)` })
    .from(chosen)
    .crossJoin(participants)
    .innerJoin(conversations, ITS_CONVERSATION)
    .where(isOne)
    .prepare();
  return {
    among: (
      accountId: string,
      order: Sorting,
      {
        ids: some,
        bits,
        since,
        after,
        limit,
        ...narrowing
      }: Narrowing & Chosen & Below,
    ): Promise<ListedRow[]> =>
      byOrder[order].all({
        accountId,
        ids: JSON.stringify(some),
        bits,
        since,
        ...narrowedBy(narrowing),
        ...after,
        limit,
      }),
    countAmong: async (
      accountId: string,
      { ids: some, bits, since, ...narrowing }: Narrowing & Chosen,
    ): Promise<number> =>
      (
        await count.get({
          accountId,
          ids: JSON.stringify(some),
          bits,
          since,
          ...narrowedBy(narrowing),
        })
      )?.count ?? 0,
  };
}

/** Conversations found already, and the remaining conditions. */
interface Chosen {
  readonly ids: readonly string[];
  readonly bits: number;
  readonly since: number;
}

/** Conversations of a context, of a view or recent ones, one more than the limit. */
function smallSets({ longOrm }: Database) {
  const most = LIMITS.listChosenMax + 1;
  const ofContext = longOrm
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.contextId, value("contextId")))
    .limit(most)
    .prepare();
  const ofView = new Map(
    VIEWS.map((view) => [
      view,
      longOrm
        .select({ id: participants.conversationId })
        .from(participants)
        .where(inView(view))
        .limit(most)
        .prepare(),
    ]),
  );
  const latest = longOrm
    .select({ conversationId: participants.conversationId })
    .from(participants)
    .where(and(mine, isViewed, gte(participants.stateAt, value("since"))))
    .orderBy(...ORDERS.stateAt.newest)
    .limit(LIMITS.listLookedMax)
    .as("latest");
  const countLatest = longOrm
    .select({ count: sql<number>`count(*)` })
    .from(latest)
    .innerJoin(conversations, eq(conversations.id, latest.conversationId))
    .where(IS_NARROWED)
    .prepare();
  return {
    idsOfContext: async (contextId: string) =>
      (await ofContext.all({ contextId })).map(({ id }) => id),
    idsOfView: async (accountId: string, view: View) =>
      ((await ofView.get(view)?.all({ accountId })) ?? []).map(({ id }) => id),
    /** Among the newest states only. */
    countLatest: async (
      accountId: string,
      { bits, since, ...narrowing }: Narrowing & Omit<Chosen, "ids">,
    ): Promise<number> =>
      (
        await countLatest.get({
          accountId,
          bits,
          since,
          ...narrowedBy(narrowing),
        })
      )?.count ?? 0,
  };
}
