/**
 * Which labels does an account have, and on which conversations? `read/lists/labelled_store.ts`
 * lists by one.
 * @module
 */
import { asc, eq, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots, slots } from "../../../db/slots.ts";
import { statementOf } from "../../../db/statement.ts";
import { participants } from "../../../db/tables/conversation_schema.ts";
import { labelRows, labels } from "../../../db/tables/label_schema.ts";
import type { Label } from "./label_name.ts";

/** Reads and keeps the labels of accounts. */
export const labelStore = perDatabase(makeLabelStore);

const value = sql.placeholder;

function makeLabelStore({ orm }: Database) {
  const isOne = eq(labels.id, value("id"));
  const of = orm
    .select()
    .from(labels)
    .where(eq(labels.accountId, value("accountId")))
    .orderBy(asc(labels.key))
    .prepare();
  const some = orm
    .select({ one: sql`1` })
    .from(labelRows)
    .where(eq(labelRows.labelId, value("id")))
    .limit(LIMITS.labeledMax)
    .as("some");
  const counted = orm
    .select({ count: sql<number>`count(*)` })
    .from(some)
    .prepare();
  const insert = orm.insert(labels).values(rowSlots(labels)).prepare();
  const rename = orm
    .update(labels)
    .set(slots(labels, "name", "key"))
    .where(isOne)
    .prepare();
  const remove = orm.delete(labels).where(isOne).prepare();
  const removeRows = orm
    .delete(labelRows)
    .where(eq(labelRows.labelId, value("id")))
    .prepare();
  const put = orm
    .update(participants)
    .set(slots(participants, "labels"))
    .where(
      sql`${participants.conversationId} = ${value("conversationId")} and ${participants.position} = ${value("position")}`,
    )
    .prepare();
  return {
    /** All of an account, in order. */
    of: (accountId: string) => of.all({ accountId }),
    /** The number of conversations with a label. */
    countOf: async (id: string) => (await counted.get({ id }))?.count ?? 0,
    insert: (label: Label) => statementOf(insert, { ...label }),
    rename: (label: Label) => statementOf(rename, { ...label }),
    /** Removes a label from all conversations; its id stays in their rows, unread. */
    remove: ({ id }: Pick<Label, "id">) => [
      statementOf(remove, { id }),
      statementOf(removeRows, { id }),
    ],
    /** Sets the labels of a viewer's row by their ids. */
    put: (
      {
        conversationId,
        position,
      }: { readonly conversationId: string; readonly position: number },
      ids: readonly string[],
    ) =>
      statementOf(put, {
        conversationId,
        position,
        labels: ids.length > 0 ? ids : null,
      }),
  };
}
