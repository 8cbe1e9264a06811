import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";

/** The settings of the running service. */
export const listSettings = defineQuery({
  name: "list_settings",
  title: "List settings",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    settings: Type.Array(
      closed({
        name: Type.String(),
        usual: string("Its default."),
        value: Type.Union([Type.String(), Type.Null()], {
          description: "Null if it isn't set, or is a secret.",
        }),
        from: Type.Enum(["default", "environment", "file"]),
      }),
    ),
    misspelt: Type.Array(
      closed({ name: Type.String(), didYouMean: Type.String() }),
    ),
  }),
  async run(_input, call) {
    const { listed, misspelt } = call.settings;
    return { settings: [...listed], misspelt: [...misspelt] };
  },
});
