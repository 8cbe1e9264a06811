import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../package.json" with { type: "json" };
import { runIn } from "./npm_pack.ts";
import { ROOT } from "./server_process.ts";

const CLIENT = join(ROOT, "packages/client-python");
const WHEEL = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"];

/** Makes the client for Python into a wheel. @returns Its path. */
export async function packPython(folder: string): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), "inbox-python-"));
  try {
    const filter = (path: string) => !path.includes("__pycache__");
    await cp(CLIENT, staged, { recursive: true, filter });
    await cp(join(ROOT, "LICENSE"), join(staged, "LICENSE"));
    await runIn(staged, ["python3", ...WHEEL, folder, "."]);
    return join(folder, `conversation_inbox-${version}-py3-none-any.whl`);
  } finally {
    await rm(staged, { recursive: true });
  }
}
