import { desc, eq, gte, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../db/tables/conversation_schema.ts";
import { newestOf } from "../../db/viewer_rows.ts";
import type { State } from "../model/states.ts";

/** The version and flags of a conversation for one of its accounts. */
export interface Standing {
  readonly conversationId: string;
  readonly position: number;
  readonly version: number;
  readonly state: State;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

/** An account's conversations that changed at a moment or later, the newest first. */
export const changedSince = perDatabase(build);

function build({ orm }: Database) {
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
  return async (accountId: string, since: number): Promise<Standing[]> =>
    (await changed.all({ accountId, since })) as Standing[];
}
