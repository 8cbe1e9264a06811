import type { SQL } from "drizzle-orm";
import { asc, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../../../../base/limits.ts";
import type { Database } from "../../../../db/database.ts";
import { perDatabase } from "../../../../db/per_database.ts";
import { accountChanges } from "../../../../db/tables/change_schema.ts";
import {
  conversations,
  messages,
  participants,
} from "../../../../db/tables/conversation_schema.ts";
import {
  indexedConversations,
  indexedTo,
} from "../../../../db/tables/word_schema.ts";
import type { Indexed, IndexedTo } from "./word_store.ts";

/** The facts that decide a conversation's words, and the state of the index. */
export interface IndexedThread {
  readonly id: string;
  readonly title: string;
  readonly isDraft: boolean;
  /** The number of its messages. */
  readonly count: number;
  readonly participants: readonly Named[];
  readonly indexed: Indexed | null;
}

/** A participant as the index knows it. */
interface Named {
  readonly position: number;
  /** Null if it cannot read the conversation yet. */
  readonly accountId: string | null;
  readonly role: string;
  /** Its address and its name. */
  readonly name: string;
}

/** Messages from one number to another. */
export interface SeqRange {
  readonly conversationId: string;
  readonly from: number;
  readonly to: number;
}

/** Reads for writing the search index. */
export interface WordReads {
  /** The progress of the index. */
  indexedTo(): Promise<IndexedTo>;
  /** Some of the changes after a place; the id is null unless words may have changed. */
  changes(
    place: number,
  ): Promise<readonly { readonly place: number; readonly id: string | null }[]>;
  /**
   * The place of the newest event that an account was told of and that is not indexed; null
   * if all are.
   */
  lacking(accountId: string): Promise<number | null>;
  /** Those of the given ids that exist. */
  threads(ids: readonly string[]): Promise<readonly IndexedThread[]>;
  texts(stretches: readonly SeqRange[]): Promise<readonly Said[]>;
}

/** The words of a message, and its readers. */
export interface Said {
  readonly conversationId: string;
  readonly seq: number;
  readonly audience: readonly number[] | null;
  readonly text: string | null;
}

export const wordReads = perDatabase(makeWordReads);

const value = sql.placeholder;
const given = sql`json_each(${value("rows")}) as given`;

function makeWordReads({ orm, longOrm }: Database): WordReads {
  const reached = orm
    .select({ place: indexedTo.place, takenOut: indexedTo.takenOut })
    .from(indexedTo)
    .where(eq(indexedTo.id, 1))
    .prepare();
  const changed = sql<
    string | null
  >`iif(kind = 'conversation' and what in ('created', 'changed'), object_id, null)`;
  const changes = longOrm
    .select({ place: accountChanges.place, id: changed })
    .from(accountChanges)
    .where(gt(accountChanges.place, value("place")))
    .orderBy(asc(accountChanges.place))
    .limit(LIMITS.wordsChangesMax)
    .prepare();
  const isBehind = sql`account_id = ${value("accountId")} and place > (select place from ${indexedTo} where id = 1)`;
  const lacking = orm
    .select({ place: sql<number | null>`max(place)` })
    .from(accountChanges)
    .where(isBehind)
    .prepare();
  const threads = threadsOf(longOrm);
  const texts = longOrm
    .select({
      conversationId: messages.conversationId,
      seq: messages.seq,
      audience: messages.audience,
      text: sql<
        string | null
      >`(select group_concat(value ->> '$.text', ' ') from json_each(parts))`,
    })
    .from(given)
    .crossJoin(messages)
    .where(
      sql`conversation_id = given.value ->> 'conversationId' and seq between given.value ->> 'from' and given.value ->> 'to'`,
    )
    .prepare();
  return {
    indexedTo: async () => (await reached.get()) ?? { place: 0, takenOut: 0 },
    changes: (place) => changes.all({ place }),
    lacking: async (accountId) =>
      (await lacking.get({ accountId }))?.place ?? null,
    threads,
    texts: (stretches) => texts.all({ rows: JSON.stringify(stretches) }),
  };
}

function threadsOf(longOrm: Database["longOrm"]): WordReads["threads"] {
  const here: SQL = sql`conversation_id = ${conversations.id}`;
  const found = longOrm
    .select({
      id: conversations.id,
      title: conversations.title,
      isDraft: sql<number>`state = 'draft'`,
      count: sql<number>`(select coalesce(max(seq), 0) from ${messages} where ${here})`,
      participants: sql<string>`(select json_group_array(json_object('position', position, 'accountId', iif(reached, account_id, null), 'role', role, 'name', address || ' ' || display_name)) from ${participants} where ${here})`,
      indexed: indexedConversations,
    })
    .from(given)
    .crossJoin(conversations)
    .leftJoin(
      indexedConversations,
      eq(indexedConversations.conversationId, conversations.id),
    )
    .where(sql`${conversations.id} = given.value`)
    .prepare();
  return async (ids) => {
    const rows = await found.all({ rows: JSON.stringify(ids) });
    return rows.map((it) => ({
      ...it,
      isDraft: it.isDraft === 1,
      participants: JSON.parse(it.participants) as readonly Named[],
    }));
  };
}
