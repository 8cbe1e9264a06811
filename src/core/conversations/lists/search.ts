import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Asked, RowPage } from "./list.ts";
import { slices } from "./list.ts";
import type { ListedRow } from "./list_store.ts";
import { listStore } from "./list_store.ts";
import { conversationsHolding } from "./search_store.ts";

/** One page of those of a view that hold a text; it may even be empty, and go on. */
export async function searchRows(
  call: QueryCall,
  asked: Asked,
  text: string,
): Promise<RowPage> {
  const { accountId } = call.member;
  const choose = async (slice: readonly ListedRow[]) => {
    const ids = slice.map(({ conversationId }) => conversationId);
    const found = await conversationsHolding(call.db)(accountId, text, ids);
    const fitting = await listStore(call.db).matching([...found], asked);
    return slice.filter(({ conversationId }) => fitting.has(conversationId));
  };
  return await slices(call, asked, choose, LIMITS.searchSliceMax);
}
