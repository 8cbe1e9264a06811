import { sql } from "drizzle-orm";
import type { Hex } from "../../../base/rails/chain.ts";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { chainIntents } from "../../../db/tables/chain_schema.ts";
import type { RailFault } from "../../rail_port.ts";
import type { ChainDesk } from "../chain_place.ts";
import { balanceCall, tokenStoreCall, wordsIn } from "../escrow_calls.ts";
import { word } from "../hex.ts";
import type { ChainBlock } from "../rpc.ts";
import { ChainRefusal } from "../rpc.ts";

/**
 * What is held for good and nobody has decided to end, by the operator and the token of
 * its terms: an operator may have gone on with another key.
 */
const heldStore = perDatabase(({ longOrm }: Database) => {
  const held = longOrm
    .select({
      operator: sql<Hex>`json_extract(${chainIntents.terms}, '$.operator')`,
      token: sql<Hex>`json_extract(${chainIntents.terms}, '$.token')`,
      held: sql<number>`sum(${chainIntents.amount})`,
    })
    .from(chainIntents)
    .where(
      sql`${chainIntents.act} = 'hold' and ${chainIntents.state} in ('confirmed', 'settled')
        and not exists (select 1 from chain_intents ending
          where ending.payment_id = ${chainIntents.paymentId} and ending.act in ('capture', 'void'))
        and ${bounded("every hold that ever was, where everything is verified")}`,
    )
    .groupBy(sql`1, 2`)
    .prepare();
  return { held: () => held.all() };
});

type Desk = Pick<ChainDesk, "client" | "place"> & { readonly db: Database };

/**
 * Holds the tokens that the escrow keeps for each operator against what the rows say is
 * held under that name. More than that is no fault: anybody can send tokens there.
 * @throws ChainUnavailableError
 */
export async function tokenStoreFaults(
  desk: Desk,
  block: ChainBlock,
): Promise<readonly RailFault[]> {
  const faults: RailFault[] = [];
  for (const { operator, token, held } of await heldStore(desk.db).held()) {
    const found = await storeOf(desk, { operator, token }, block);
    if ("problem" in found) {
      faults.push({ about: operator, problem: found.problem });
    } else if (found.tokens < held) {
      const problem = `${held} are held under the name of ${operator}, and the escrow keeps ${found.tokens} there`;
      faults.push({ about: found.store, problem });
    }
  }
  return faults;
}

async function storeOf(
  { client, place }: Desk,
  { operator, token }: { readonly operator: Hex; readonly token: Hex },
  { number }: ChainBlock,
) {
  try {
    const asked = { to: place.escrow, data: tokenStoreCall(operator) };
    const answer = await client.call(asked, number);
    const store = `0x${answer.slice(-40)}` as const;
    if (answer !== `0x${word(store)}`) throw new RangeError("No address");
    const balance = { to: token, data: balanceCall(store) };
    const [tokens = 0] = wordsIn(await client.call(balance, number), 1);
    return { store, tokens };
  } catch (error) {
    const isNone = error instanceof ChainRefusal || error instanceof RangeError;
    if (!isNone) throw error;
    return { problem: "the escrow does not say where it keeps its tokens" };
  }
}
