import type { SQL } from "drizzle-orm";
import { and, desc, eq, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { union } from "drizzle-orm/sqlite-core";
import { participants } from "./tables/conversation_schema.ts";
import { VIEW_BITS } from "./tables/view_bits.ts";

/** The condition for rows of one view. */
export function inView(view: keyof typeof VIEW_BITS): SQL | undefined {
  // Must match the condition of the view's index exactly.
  const bit = sql.raw(`participants.views & ${VIEW_BITS[view]}`);
  return and(eq(participants.accountId, sql.placeholder("accountId")), bit);
}

/** Names of the viewer's labels on a conversation, in order; null without any. */
export const LABEL_NAMES = sql<
  readonly string[] | null
>`iif(participants.labels is null, null, (select json_group_array(name) from json_each(participants.labels) it cross join labels on labels.id = it.value))`
  .mapWith((names: string): readonly string[] => JSON.parse(names).toSorted())
  .as("label_names");

/** The columns of a viewer's row that a list reads. */
export const VIEWER_ROW = {
  conversationId: participants.conversationId,
  position: participants.position,
  role: participants.role,
  unread: participants.unread,
  archived: participants.archived,
  snoozedUntil: participants.snoozedUntil,
  views: participants.views,
  labels: LABEL_NAMES,
  version: participants.version,
  updatedAt: participants.updatedAt,
  stateAt: participants.stateAt,
};

/**
 * Everything that reached an account, the newest change first: its folders, merged on
 * reading.
 */
export function newestOf(orm: LibSQLDatabase, within?: SQL) {
  const folder = (view: keyof typeof VIEW_BITS) =>
    orm
      .select(VIEWER_ROW)
      .from(participants)
      .where(and(inView(view), within));
  return union(
    folder("inbox"),
    folder("sent"),
    folder("drafts"),
    folder("archive"),
    folder("snoozed"),
  ).orderBy(desc(participants.updatedAt), desc(participants.conversationId));
}
