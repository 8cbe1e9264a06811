import { ANYONE, defineQuery } from "../access/operation.ts";
import { publishedLog } from "../audit/log/published.ts";
import { closed, string } from "../base/schemas.ts";

/** The newest signed checkpoint of the transparency log, for everybody. */
export const readLogCheckpoint = defineQuery({
  name: "read_log_checkpoint",
  title: "Read the log's checkpoint",
  description:
    "Read the newest signed checkpoint of the transparency log (C2SP tlog-checkpoint).",
  access: ANYONE,
  input: closed({}),
  output: closed({ note: string("The signed note.") }),
  async run(_input, call) {
    const { note } = await publishedLog(call);
    return { note };
  },
});
