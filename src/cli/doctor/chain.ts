import { LIMITS } from "../../core/base/limits.ts";
import type { Check } from "./check.ts";
import { bad, note, ok } from "./check.ts";

/** Whether money on a chain goes on: its node, the operator's gas, what waits. */
export const CHAIN: Check = {
  name: "Chain",
  async look({ service: { rail } }) {
    const { chain } = rail;
    if (!chain) return ok("prices are held in the ledger alone");
    const { node, troubled, stops, unknownHolds, failing, oldestOpenSeconds } =
      chain;
    if (!node) {
      return bad(
        `the node of chain ${chain.chainId} does not answer, or follows another chain`,
        "look at the node that CHAIN_RPC_URL leads to; what was decided goes on once it is back",
      );
    }
    if (stops.length > 0) {
      return bad(
        `${stops.length} conversations are stopped: a foreign transaction moved what they hold`,
        "see svc rail status, then svc rail lift CONVERSATION --reason TEXT",
      );
    }
    if (unknownHolds.length > 0) {
      return bad(
        `${unknownHolds.length} holds under the operator's name are known to no row`,
        "see svc rail status: an older backup was restored, or the key is in other hands",
      );
    }
    if (node.actsLeft === 0) {
      return bad(
        `${chain.operator} can pay the gas of no movement`,
        "send it some of the chain's own coin",
      );
    }
    if (failing) {
      return bad(
        `looks at the chain fail since ${failing.since}: ${failing.problem}`,
        "look at the node that CHAIN_RPC_URL leads to, and at the log for chain.part_failed",
      );
    }
    if (troubled.length > 0) {
      return bad(
        `${troubled.length} movements do not go on: ${troubled[0]?.problem}`,
        "see svc rail status",
      );
    }
    if (oldestOpenSeconds > LIMITS.chainOpenSecondsMax) {
      return bad(
        `a movement is open since ${oldestOpenSeconds} s`,
        "see svc rail status: a node whose final blocks do not go on, or a fee below what the chain takes",
      );
    }
    if (node.actsLeft < LIMITS.chainActsLeftMin) {
      return note(
        `${chain.operator} can pay the gas of ${node.actsLeft} more movements`,
        "send it some of the chain's own coin",
      );
    }
    return ok(
      `chain ${chain.chainId} is final up to ${node.lagSeconds} s ago, ${chain.transactions.length} transactions are on their way`,
    );
  },
};
