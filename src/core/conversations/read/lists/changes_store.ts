import { and, desc, eq, gte, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { newestOf } from "../../../db/viewer_rows.ts";
import type { State } from "../../model/states.ts";

/** The version and flags of a conversation for one of its accounts. */
export interface StateRow {
  readonly conversationId: string;
  readonly position: number;
  readonly version: number;
  readonly state: State;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

/** An account's conversations that changed at or after a moment, newest first. */
export const changedSince = perDatabase(makeChangedSince);

/** The state of one conversation for one of its accounts. */
export const standingOf = perDatabase(({ orm }: Database) => {
  const one = orm
    .select({
      conversationId: participants.conversationId,
      position: participants.position,
      version: participants.version,
      state: conversations.state,
      updatedAt: participants.updatedAt,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(participants.conversationId, sql.placeholder("id")),
        eq(participants.accountId, sql.placeholder("accountId")),
        participants.reached,
      ),
    )
    .prepare();
  return async (id: string, accountId: string): Promise<StateRow | undefined> =>
    (await one.get({ id, accountId })) as StateRow | undefined;
});

function makeChangedSince({ orm }: Database) {
  const newest = newestOf(
    orm,
    gte(participants.updatedAt, sql.placeholder("since")),
  )
    .limit(LIMITS.accountChangesMax)
    .as("newest");
  const changed = orm
    .select({
      conversationId: newest.conversationId,
      position: newest.position,
      version: newest.version,
      state: conversations.state,
      updatedAt: newest.updatedAt,
    })
    .from(newest)
    .innerJoin(conversations, eq(conversations.id, newest.conversationId))
    .orderBy(desc(newest.updatedAt), desc(newest.conversationId))
    .prepare();
  return async (accountId: string, since: number): Promise<StateRow[]> =>
    (await changed.all({ accountId, since })) as StateRow[];
}
