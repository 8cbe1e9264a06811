import type { QueryCall } from "../../access/context.ts";
import type { Asked, RowPage } from "./list.ts";
import { amongRows } from "./list.ts";
import { conversationsHolding } from "./search_store.ts";

/** One page of those of a selection that hold a text. */
export async function searchRows(
  call: QueryCall,
  asked: Asked,
  text: string,
): Promise<RowPage> {
  const { accountId } = call.member;
  const ids = await conversationsHolding(call.db)(accountId, text);
  return await amongRows(call, asked, ids);
}
