import { Type } from "typebox";
import { ADDRESS_CHOOSER, defineQuery } from "../access/operation.ts";
import { suggestForName } from "../addresses/suggest.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, filled } from "../base/schemas.ts";

/** Suggests free addresses from a person's name. */
export const suggestFreeAddresses = defineQuery({
  name: "suggest_free_addresses",
  title: "Suggest free addresses",
  description:
    "Suggest up to three available local-parts for a name, best first.",
  access: ADDRESS_CHOOSER,
  scope: "addresses:read",
  rate: "available",
  input: closed({
    name: filled("A display name.", LIMITS.nameCharsMax),
  }),
  output: closed({
    suggestions: Type.Array(Type.String(), {
      description: "Available local-parts.",
    }),
  }),
  async run({ name }, call) {
    return { suggestions: await suggestForName(call, name) };
  },
});
