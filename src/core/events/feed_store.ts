import { and, asc, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { nodeFeed } from "../db/tables/feed_schema.ts";

/** What a commit published: a key of the bus, and what it was about. */
export type Wake = readonly [key: string, about?: string];

/** What other nodes have published, in the order of their commits. */
export interface FeedStore {
  /** Written in the batch of its cause. */
  append(node: string, wakes: readonly Wake[], now: number): Statement;
  /** Where the feed ends. */
  end(): Promise<number>;
  /** A page of what others wrote after a place. */
  after(
    place: number,
    node: string,
  ): Promise<
    readonly { readonly place: number; readonly wakes: readonly Wake[] }[]
  >;
  /** Removes a batch of what every node has read long ago. */
  prune(before: number): Statement;
}

export const feedStore = perDatabase(build);

const value = sql.placeholder;

function build({ orm }: Database): FeedStore {
  const insert = orm
    .insert(nodeFeed)
    .values(slots(nodeFeed, "node", "wakes", "at"))
    .prepare();
  const last = orm
    .select({ place: sql<number>`coalesce(max(${nodeFeed.place}), 0)` })
    .from(nodeFeed)
    .where(bounded("the end of its key"))
    .prepare();
  const page = orm
    .select({ place: nodeFeed.place, wakes: nodeFeed.wakes })
    .from(nodeFeed)
    .where(
      and(gt(nodeFeed.place, value("place")), ne(nodeFeed.node, value("node"))),
    )
    .orderBy(asc(nodeFeed.place))
    .limit(LIMITS.nodeFeedPage)
    .prepare();
  const old = orm
    .select({ place: nodeFeed.place })
    .from(nodeFeed)
    .where(lt(nodeFeed.at, value("before")))
    .limit(LIMITS.nodeFeedPage);
  const remove = orm
    .delete(nodeFeed)
    .where(inArray(nodeFeed.place, old))
    .prepare();
  return {
    append: (node, wakes, at) => statementOf(insert, { node, wakes, at }),
    end: async () => (await last.get())?.place ?? 0,
    after: (place, node) => page.all({ place, node }),
    prune: (before) => statementOf(remove, { before }),
  };
}
