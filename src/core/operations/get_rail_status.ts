import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, nullable } from "../base/schemas.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";
import type { RailStatus } from "../payments/chain/rail_status.ts";
import { RailStatusSchema } from "../payments/chain/rail_status.ts";

/** Shows the operator the state of money on a chain. */
export const getRailStatus = defineQuery({
  name: "get_rail_status",
  title: "Read the rails' status",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    ok: flag("False if the operator has to act."),
    chain: nullable(RailStatusSchema),
  }),
  async run(_input, call) {
    if (!call.settings.chain) return { ok: true, chain: null };
    const chain = await chainRailOf(call).status(call);
    return { ok: isWell(chain), chain };
  },
});

function isWell({
  node,
  failing,
  oldestOpenSeconds,
  ...rest
}: RailStatus): boolean {
  const { troubled, stops, unknownHolds } = rest;
  return (
    node !== null &&
    node.actsLeft > 0 &&
    failing === null &&
    oldestOpenSeconds <= LIMITS.chainOpenSecondsMax &&
    [...troubled, ...stops, ...unknownHolds].length === 0
  );
}
