import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import {
  conversations,
  participants,
} from "../../../db/tables/conversation_schema.ts";
import { labelRows } from "../../../db/tables/label_schema.ts";
import { VIEWER_ROW } from "../../../db/viewer_rows.ts";
import type { ListPlace } from "../../acts/store/store.ts";
import type { InView, ListedRow, Narrowing } from "./list_store.ts";
import { bitsOf } from "./list_store.ts";
import { IS_REFINED, refinedBy } from "./refined_store.ts";

/** A page of a label's conversations. */
interface Labelled extends Narrowing, InView {
  readonly labelId: string;
  readonly after: ListPlace;
  readonly limit: number;
}

const value = sql.placeholder;

/**
 * The newest changes of a label, one range of its index. A narrowed list is filtered from the
 * few rows that a label may be on (`labeledMax`).
 */
export const labelledRows = perDatabase(({ longOrm }: Database) => {
  const { conversationId, updatedAt, labelId } = labelRows;
  const rows = longOrm
    .select(VIEWER_ROW)
    // A cross join runs in its order: each row of the label is looked up by its key.
    .from(labelRows)
    .crossJoin(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(labelId, value("labelId")),
        sql`(${updatedAt}, ${conversationId}) < (${value("at")}, ${value("id")})`,
        eq(participants.conversationId, conversationId),
        eq(participants.accountId, value("accountId")),
        sql`${participants.views} & ${value("bits")}`,
        sql`${participants.views} & ${value("viewBits")}`,
        sql`(${value("contextId")} is null or ${conversations.contextId} = ${value("contextId")})`,
        sql`(${value("state")} is null or ${conversations.state} = ${value("state")})`,
        IS_REFINED,
      ),
    )
    .orderBy(desc(updatedAt), desc(conversationId))
    .limit(value("limit"))
    .prepare();
  return async (accountId: string, asked: Labelled): Promise<ListedRow[]> => {
    const {
      view,
      section,
      contextId = null,
      state = null,
      refinement,
      after,
      ...page
    } = asked;
    const narrowing = {
      bits: bitsOf({ view, section }),
      // A snoozed conversation keeps its section, but is not listed in it.
      viewBits: bitsOf({ view }),
      contextId,
      state,
      ...refinedBy(refinement),
    };
    return await rows.all({ accountId, ...page, ...after, ...narrowing });
  };
});
