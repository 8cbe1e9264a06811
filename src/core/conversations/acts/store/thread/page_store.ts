import { and, asc, count, desc, eq, gt, gte, lt, ne, sql } from "drizzle-orm";
import { LIMITS } from "../../../../base/limits.ts";
import type { Database } from "../../../../db/database.ts";
import { perDatabase } from "../../../../db/per_database.ts";
import { messages } from "../../../../db/tables/conversation_schema.ts";
import { hiddenMessages } from "../../../../db/tables/hidden_schema.ts";
import type { Page } from "../../../model/model.ts";

/** Consecutive messages for a viewer. */
interface Found {
  readonly page: Page;
  readonly seqs: readonly number[];
}

/** Whose messages another participant reads, after a number. */
interface SaidBy {
  readonly author: number;
  readonly position: number;
  readonly after: number;
}

type Hidden = Pick<
  typeof hiddenMessages.$inferSelect,
  "first" | "last" | "before"
>;

const value = sql.placeholder;
const NOTHING: Hidden = { first: 0, last: 0, before: 0 };

/** Finds messages of a thread by number, without scanning it. */
export const pageStore = perDatabase((db: Database) => ({
  ...pageQueries(db),
  ...nameQueries(db),
  ...readQueries(db),
}));

const inThread = eq(messages.conversationId, value("id"));

function pageQueries({ orm }: Database) {
  const hidden = orm
    .select({
      first: hiddenMessages.first,
      last: hiddenMessages.last,
      before: hiddenMessages.before,
    })
    .from(hiddenMessages)
    .where(
      and(
        eq(hiddenMessages.conversationId, value("id")),
        eq(hiddenMessages.position, value("position")),
        lt(hiddenMessages.first, value("end")),
      ),
    )
    .orderBy(desc(hiddenMessages.first))
    .limit(value("limit"))
    .prepare();
  return {
    /** The last messages before a number that a participant may read. */
    async page(
      id: string,
      position: number,
      end: number,
      most: number,
    ): Promise<Found> {
      // Between two hidden stretches there is a visible message.
      const limit = most + 2;
      const stretches = await hidden.all({ id, position, end, limit });
      return pageOf([...stretches, NOTHING], end, most);
    },
  };
}

function nameQueries({ orm }: Database) {
  const names = sql`(select value from json_each(${value("names")}))`;
  const seq = { seq: messages.seq };
  const { conversationId, a2a } = messages;
  const byId = orm
    .select(seq)
    .from(messages)
    // Use the index on the id; do not scan the thread.
    .where(
      sql`${messages.id} in ${names} and +${conversationId} = ${value("id")}`,
    )
    .prepare();
  const byA2aId = orm
    .select(seq)
    .from(messages)
    .where(
      sql`${inThread} and ${a2a} is not null and ${a2a} ->> '$.messageId' in ${names}`,
    )
    .prepare();
  return {
    /** The numbers of the messages with one of these ids, or A2A ids. */
    async named(id: string, ids: readonly string[]): Promise<number[]> {
      const of = { id, names: JSON.stringify(ids) };
      const found = await Promise.all([byId.all(of), byA2aId.all(of)]);
      return found.flat().map(({ seq: number }) => number);
    },
  };
}

function readQueries({ orm }: Database) {
  const isRead = sql`(${messages.audience} is null or exists (select 1 from json_each(${messages.audience}) where value = ${value("position")}))`;
  const ofAuthor = orm
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        inThread,
        eq(messages.author, value("author")),
        gt(messages.seq, value("after")),
        eq(messages.asksFirst, false),
        ne(messages.authorKind, "service"),
        isRead,
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(LIMITS.messagesMax)
    .prepare();
  const since = orm
    .select({ count: count() })
    .from(messages)
    .where(
      and(
        inThread,
        gte(messages.seq, value("since")),
        ne(messages.author, value("position")),
        isRead,
      ),
    )
    .prepare();
  const hasFiles = sql`${messages.artifactIds} <> '[]'`.mapWith(Boolean);
  const special = orm
    .select({ seq: messages.seq, audience: messages.audience, hasFiles })
    .from(messages)
    .where(
      and(inThread, sql`(${messages.audience} is not null or ${hasFiles})`),
    )
    .limit(LIMITS.messagesMax)
    .prepare();
  return {
    /** The messages with files, or that not everybody reads, by number. */
    special: async (id: string) =>
      new Map((await special.all({ id })).map((it) => [it.seq, it])),
    /** Ids of what an author has finally said to another participant after a number. */
    idsBy: async (id: string, said: SaidBy) =>
      (await ofAuthor.all({ id, ...said })).map((it) => it.id),
    /** The number of others' messages that a participant may read from a number on. */
    countSince: async (id: string, seq: number, position: number) =>
      (await since.get({ id, since: seq, position }))?.count ?? 0,
  };
}

/** @param stretches The hidden ones below the end, newest first. Pure. */
function pageOf(
  stretches: readonly Hidden[],
  end: number,
  most: number,
): Found {
  const seqs: number[] = [];
  let at = end - 1;
  for (const { first, last } of stretches) {
    while (at > last && seqs.length < most) seqs.push(at--);
    if (seqs.length === most) break;
    at = Math.min(at, first - 1);
  }
  const oldest = seqs.at(-1) ?? end;
  const below = stretches.find((it) => it.first < oldest) ?? NOTHING;
  const hidden =
    below === NOTHING
      ? 0
      : below.before + Math.min(below.last, oldest - 1) - below.first + 1;
  return {
    page: { first: oldest, end, omitted: oldest - 1 - hidden },
    seqs: seqs.reverse(),
  };
}
