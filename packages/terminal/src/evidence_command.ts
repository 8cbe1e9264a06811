import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { showFields } from "./columns.ts";
import { runRemote } from "./connect.ts";

/** `svc evidence`: the archive about a dispute, as a file. */
export function addEvidenceCommand(svc: Command): void {
  svc
    .command("evidence")
    .description("download the evidence of a dispute")
    .argument("<conversation>", "conversation id")
    .argument("[file]", "new file (default: evidence-<conversation>.zip)")
    .addHelpText(
      "after",
      `
Writes a ZIP with all that you may read of it. This checks it without the service:
  node verify.mjs evidence-cnv_01….zip`,
    )
    .action((conversationId: string, file, _options, command: Command) =>
      runRemote(command, async (inbox) => {
        const name = String(file ?? `evidence-${conversationId}.zip`);
        const answer = await inbox.getDisputeEvidence({ conversationId });
        const bytes = await written(answer, name);
        const text = showFields([
          ["Evidence", name],
          ["Bytes", String(bytes)],
        ]);
        return { output: { file: name, bytes }, text };
      }),
    );
}

/** Writes an answer to a new file, which is removed if the answer breaks off. */
async function written({ body }: Response, file: string): Promise<number> {
  const to = createWriteStream(file, { flags: "wx", mode: 0o600 });
  let isBegun = false;
  to.once("open", () => {
    isBegun = true;
  });
  try {
    await pipeline(body ? Readable.from(body) : Readable.from([]), to);
  } catch (error) {
    if (isBegun) await rm(file, { force: true });
    throw error;
  }
  return to.bytesWritten;
}
