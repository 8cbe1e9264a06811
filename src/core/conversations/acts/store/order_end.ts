import type { CommandCall } from "../../../access/context.ts";
import { orderStore } from "../../../agents/offers/order_store.ts";
import type { Statement } from "../../../db/statement.ts";
import type { Conversation } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";

/** The end of an order makes room for another one. */
export function orderStatements(
  { db }: CommandCall,
  before: Conversation | null,
  { id, order, state }: Conversation,
): Statement[] {
  if (!order || !isTerminal(state) || before?.state === state) return [];
  return [orderStore(db).end(id, state === "completed" ? "done" : "ended")];
}
