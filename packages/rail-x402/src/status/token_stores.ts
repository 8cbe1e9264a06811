import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import type { RailFault } from "../../../../src/core/payments/rail_port.ts";
import type { ChainDesk } from "../chain_place.ts";
import { askContract, numberOfTokens } from "../contracts.ts";
import type { ChainBlock } from "../node/rpc.ts";
import { ChainRefusal, OddAnswerError } from "../node/rpc.ts";
import { heldStore } from "./held_store.ts";

type Desk = Pick<ChainDesk, "client" | "place"> & { readonly db: Database };

/**
 * Compares the tokens that the escrow has for each operator with what the rows say is held
 * under that name. More is no fault: anybody can send tokens there.
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
      const problem = `${held} are held under the name of ${operator}, but the escrow keeps ${found.tokens} there`;
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
    const named = await askContract(
      client,
      { to: place.escrow, ask: "getTokenStore", args: [operator] },
      number,
    );
    const store = named.toLowerCase() as Hex;
    const balance = { to: token, ask: "balanceOf", args: [store] } as const;
    const tokens = await askContract(client, balance, number);
    return { store, tokens: numberOfTokens(tokens) };
  } catch (error) {
    const isNone =
      error instanceof ChainRefusal || error instanceof OddAnswerError;
    if (!isNone) throw error;
    return { problem: "the escrow does not say where it keeps its tokens" };
  }
}
