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
import type { PreparedWrite } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import { participants } from "../../../db/tables/conversation_schema.ts";
import {
  inboxRules,
  labelRows,
  labels,
} from "../../../db/tables/label_schema.ts";
import type { Filed } from "../../model/turn/filed.ts";
import type { Label } from "./label_name.ts";

/** Reads and keeps the labels of accounts. */
export const labelStore = perDatabase(makeLabelStore);

const value = sql.placeholder;
const isRow = sql`${participants.conversationId} = ${value("conversationId")} and ${participants.position} = ${value("position")}`;

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
    .where(isRow)
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
    ...turns(orm, put),
  };
}

/** Labels by rules: the commit chooses the member whose turn it is. */
function turns(orm: Database["orm"], put: PreparedWrite) {
  const given = sql`json_each(${value("among")})`;
  const next = orm
    .update(inboxRules)
    .set({
      turn: sql`(select coalesce(min(iif(key > ${inboxRules.turn}, key, null)), min(key)) from ${given})`,
    })
    .where(eq(inboxRules.id, value("ruleId")))
    .prepare();
  const putNext = orm
    .update(participants)
    .set({
      labels: sql`json_insert(coalesce(${participants.labels}, '[]'), '$[#]', (select value from ${given} where key = (select turn from inbox_rules where id = ${value("ruleId")})))`,
    })
    .where(isRow)
    .prepare();
  return {
    /** Sets the labels of a new row by rules, and adds that of the member whose turn it is. */
    file: (
      row: { readonly conversationId: string; readonly position: number },
      { labelIds, next: turn }: Pick<Filed, "labelIds" | "next">,
    ) => {
      const labels = labelIds.length > 0 ? labelIds : null;
      const first = statementOf(put, { ...row, labels });
      if (!turn) return labels ? [first] : [];
      const given = { ...row, ...turn, among: JSON.stringify(turn.among) };
      return [first, statementOf(next, given), statementOf(putNext, given)];
    },
  };
}
