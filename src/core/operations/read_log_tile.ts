import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { tileBytes } from "../audit/log/published.ts";
import { closed } from "../base/schemas.ts";

/** One tile of the transparency log, for everybody. */
export const readLogTile = defineQuery({
  name: "read_log_tile",
  title: "Read a log tile",
  description:
    "Read hashes of the transparency log, or its leaves' entries, as C2SP tlog-tiles.",
  access: ANYONE,
  input: closed({
    level: Type.Union([
      Type.Literal("entries"),
      Type.Integer({ minimum: 0, maximum: 5 }),
    ]),
    place: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    width: Type.Integer({ minimum: 1, maximum: 256 }),
  }),
  output: closed({ bytes: Type.Unsafe<Uint8Array>(Type.Any()) }),
  async run({ level, place, width }, call) {
    return { bytes: await tileBytes(call, level, place, width) };
  },
});
