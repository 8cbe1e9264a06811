import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, integer, nullable, string } from "../base/schemas.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";

/** Compares some payments on a chain with the escrow's own records. */
export const verifyRail = defineQuery({
  name: "verify_rail",
  title: "Verify the chain rail",
  access: OPERATOR_ONLY,
  input: closed({
    after: Type.Optional(
      string("`next` from the previous slice.", LIMITS.idCharsMax),
    ),
  }),
  output: closed({
    ok: flag("True if nothing is wrong."),
    isAway: flag("True if the node doesn't answer: nothing was compared."),
    checked: integer("Payments of this slice."),
    faults: Type.Array(
      closed({ about: Type.String(), problem: Type.String() }),
    ),
    next: nullable(Type.String()),
  }),
  async run({ after = "" }, call) {
    if (!call.settings.chain) return NOTHING;
    const slice = await chainRailOf(call).verify(call, after);
    const { isAway, checked, faults, next } = slice;
    const ok = !isAway && faults.length === 0;
    return { ok, isAway, checked, faults: [...faults], next };
  },
});

const NOTHING = { ok: true, isAway: false, checked: 0, faults: [], next: null };
