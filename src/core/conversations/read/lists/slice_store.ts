import { and, eq, sql } from "drizzle-orm";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import type { Narrowing } from "./list_store.ts";
import { IS_NARROWED, ITS_CONVERSATION, narrowedBy } from "./list_store.ts";
import { IS_REFINED } from "./refined_store.ts";

const value = sql.placeholder;

/** The rows of a slice that match a list's filters. */
export const sliceStore = perDatabase(({ longOrm }: Database) => {
  const matching = longOrm
    .select({ id: conversations.id })
    .from(sql`json_each(${value("ids")}) as chosen`)
    .crossJoin(participants)
    .innerJoin(conversations, ITS_CONVERSATION)
    .where(
      and(
        eq(participants.conversationId, sql`chosen.value`),
        eq(participants.accountId, value("accountId")),
        bounded("as many as a slice has"),
        IS_NARROWED,
        IS_REFINED,
      ),
    )
    .prepare();
  return {
    matching: async (
      accountId: string,
      some: readonly string[],
      narrowing: Narrowing,
    ): Promise<ReadonlySet<string>> => {
      const given = {
        accountId,
        ids: JSON.stringify(some),
        ...narrowedBy(narrowing),
      };
      return new Set((await matching.all(given)).map(({ id }) => id));
    },
  };
});
