import { and, desc, eq, gte, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../db/tables/conversation_schema.ts";
import type { State } from "../model/states.ts";

/** How a conversation stands for one of its accounts. */
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

function build(db: Database) {
  const changed = db.orm
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
        eq(participants.accountId, sql.placeholder("accountId")),
        eq(participants.reached, true),
        gte(participants.updatedAt, sql.placeholder("since")),
      ),
    )
    .orderBy(desc(participants.updatedAt), desc(participants.conversationId))
    .limit(LIMITS.accountChangesMax)
    .prepare();
  return async (accountId: string, since: number): Promise<Standing[]> =>
    (await changed.all({ accountId, since })) as Standing[];
}
