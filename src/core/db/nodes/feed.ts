import { and, asc, gt, inArray, lt, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../bounded.ts";
import type { Touched } from "../kept/table_writes.ts";
import { slots } from "../slots.ts";
import type { Statement } from "../statement.ts";
import { statementOf } from "../statement.ts";
import { nodeFeed } from "../tables/feed_schema.ts";

/** A published key of the bus. */
export type Wake = string;

/** Calls that a node has admitted, by class and caller. */
export type CountedCalls = Readonly<
  Record<string, Readonly<Record<string, number>>>
>;

/** A row of the feed. */
export interface FeedRow {
  readonly place: number;
  readonly node: string;
  readonly wakes: readonly Wake[];
  readonly touched: Touched;
  /** Null if there were none. */
  readonly calls: CountedCalls | null;
}

/** The rows that nodes of one database write for each other, in the order of commits. */
export interface Feed {
  append(row: Omit<FeedRow, "place">, now: number): Statement;
  /** The current end of the feed. */
  end(): Promise<number>;
  /** A page of rows after a place. */
  after(place: number): Promise<readonly FeedRow[]>;
  /** Removes a batch of rows that every node read long ago; the newest row stays. */
  prune(before: number): Statement;
}

const value = sql.placeholder;

/** The feed of a database, by its prepared statements. */
export function feedOf(orm: LibSQLDatabase): Feed {
  const insert = orm
    .insert(nodeFeed)
    .values(slots(nodeFeed, "node", "wakes", "touched", "calls", "at"))
    .prepare();
  const last = orm
    .select({ place: sql<number>`coalesce(max(${nodeFeed.place}), 0)` })
    .from(nodeFeed)
    .where(bounded("the end of its key"))
    .prepare();
  const page = orm
    .select({
      place: nodeFeed.place,
      node: nodeFeed.node,
      wakes: nodeFeed.wakes,
      touched: nodeFeed.touched,
      calls: nodeFeed.calls,
    })
    .from(nodeFeed)
    .where(gt(nodeFeed.place, value("place")))
    .orderBy(asc(nodeFeed.place))
    .limit(LIMITS.nodeFeedPage)
    .prepare();
  const newest = sql`(select max(place) from node_feed)`;
  const old = orm
    .select({ place: nodeFeed.place })
    .from(nodeFeed)
    .where(and(lt(nodeFeed.at, value("before")), lt(nodeFeed.place, newest)))
    .limit(LIMITS.nodeFeedPage);
  const remove = orm
    .delete(nodeFeed)
    .where(inArray(nodeFeed.place, old))
    .prepare();
  return {
    append: (row, at) => statementOf(insert, { ...row, at }),
    end: async () => (await last.get())?.place ?? 0,
    after: (place) => page.all({ place }),
    prune: (before) => statementOf(remove, { before }),
  };
}
