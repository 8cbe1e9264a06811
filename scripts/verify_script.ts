import { join } from "node:path";
import { ROOT } from "./server_process.ts";

/** Its path in the repository. */
export const VERIFY_SCRIPT = "verify.mjs";

const HEADING = `#!/usr/bin/env node
// Checks an archive that was exported from an inbox, away from it: node verify.mjs --help
// One file, for Node and Bun, made of packages/verify/ by \`bun run generate\`.
`;

/** The checker of archives, as one file that imports nothing but Node's own modules. */
export async function verifyScript(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, "packages/verify/src/verify_command.ts")],
    root: ROOT,
    target: "node",
    format: "esm",
  });
  const texts = await Promise.all(outputs.map((it) => it.text()));
  return HEADING + texts.join("");
}
