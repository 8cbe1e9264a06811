import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { ADDRESS_CHOOSER, defineQuery } from "../access/operation.ts";
import { brokenRule } from "../addresses/local_part.ts";
import { isReserved } from "../addresses/reserved_local_parts.ts";
import { addressStore } from "../addresses/store.ts";
import { suggestLocalParts } from "../addresses/suggest.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, integer, nullable, string } from "../base/schemas.ts";

/** Tells whether a local-part can be claimed, and otherwise suggests others. */
export const checkFreeAddress = defineQuery({
  name: "check_free_address",
  title: "Check a free address",
  description:
    "Say whether a local-part is available, why not, and suggest free ones.",
  access: ADDRESS_CHOOSER,
  scope: "addresses:read",
  rate: "available",
  input: closed({
    localPart: string("Part before the @.", LIMITS.addressCharsMax),
  }),
  output: closed({
    localPart: string("Part before the @."),
    available: flag("True if it is available."),
    reason: nullable(
      Type.Enum(["taken", "reserved", "invalid"], {
        description: "Why it isn't; null if it is.",
      }),
    ),
    rule: Type.Optional(integer("The rule it breaks, 1 to 4.")),
    suggestions: Type.Array(Type.String(), {
      description: "Up to three available local-parts.",
    }),
  }),
  async run({ localPart }, call) {
    const rule = brokenRule(localPart);
    if (rule !== undefined) {
      const reason = "invalid" as const;
      return { localPart, available: false, reason, rule, suggestions: [] };
    }
    const reason = await whyNot(call, localPart);
    if (reason === null) {
      return { localPart, available: true, reason, suggestions: [] };
    }
    const suggestions = await suggestLocalParts(call, localPart);
    return { localPart, available: false, reason, suggestions };
  },
});

async function whyNot(
  call: QueryCall,
  localPart: string,
): Promise<"reserved" | "taken" | null> {
  if (isReserved(localPart)) return "reserved";
  const owner = await addressStore(call.db).byLocalPart(localPart);
  return owner ? "taken" : null;
}
