import { LIMITS } from "../../core/base/limits.ts";
import type { Check } from "./check.ts";
import { bad, note, ok } from "./check.ts";

/** Whether payments on a chain work: its node, the operator's gas, open movements. */
export const CHAIN: Check = {
  name: "Chain",
  async look({ service: { rail } }) {
    const { chain } = rail;
    if (!chain) return ok("prices are held in the ledger alone");
    const { node, troubled, stops, unknownHolds, failing, oldestOpenSeconds } =
      chain;
    if (!node) {
      return bad(
        `the node of chain ${chain.chainId} doesn't answer, or follows another chain`,
        "check the node at CHAIN_RPC_URL; pending movements continue once it's back",
      );
    }
    if (stops.length > 0) {
      return bad(
        `${stops.length} conversations are stopped: a foreign transaction moved what they hold`,
        "run svc rail status, then svc rail lift CONVERSATION --reason TEXT",
      );
    }
    if (unknownHolds.length > 0) {
      return bad(
        `${unknownHolds.length} of the operator's holds are unknown to the database`,
        "run svc rail status; an older backup was restored, or someone else has the key",
      );
    }
    if (node.actsLeft === 0) {
      return bad(
        `${chain.operator} has no gas for any movement`,
        "send it some of the chain's own coin",
      );
    }
    if (failing) {
      return bad(
        `chain checks have failed since ${failing.since}: ${failing.problem}`,
        "check the node at CHAIN_RPC_URL, and the log for chain.part_failed",
      );
    }
    if (troubled.length > 0) {
      return bad(
        `${troubled.length} movements are stuck: ${troubled[0]?.problem}`,
        "run svc rail status",
      );
    }
    if (oldestOpenSeconds > LIMITS.chainOpenSecondsMax) {
      return bad(
        `a movement has been open for ${oldestOpenSeconds} s`,
        "run svc rail status; the node's final blocks may be stuck, or the fee is too low for the chain",
      );
    }
    if (node.actsLeft < LIMITS.chainActsLeftMin) {
      return note(
        `${chain.operator} has gas for ${node.actsLeft} more movements`,
        "send it some of the chain's own coin",
      );
    }
    return ok(
      `chain ${chain.chainId} is final up to ${node.lagSeconds} s ago, ${chain.transactions.length} transactions are pending`,
    );
  },
};
