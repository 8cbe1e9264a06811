import { expect } from "bun:test";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../src/core/db/failure.ts";
import { hashToken } from "../../src/core/identity/token.ts";
import type { Opened } from "../core/fixture.ts";

/** No file of the service holds a token; the database holds its hash. */
export async function neverStored(
  { directory }: Opened,
  tokens: readonly string[],
): Promise<void> {
  let all = "";
  // The log before the file that it is moved into.
  for (const name of (await readdir(directory)).sort().reverse()) {
    all += await textOf(join(directory, name));
  }
  for (const token of tokens) {
    expect(all.includes(token.slice(4, 47))).toBe(false);
  }
  const last = tokens.at(-1) ?? "";
  expect(all.includes(hashToken(last))).toBe(true);
}

/**
 * What a file holds. A connection of this process is closed when it is collected, and may
 * remove its log at any moment.
 */
async function textOf(path: string): Promise<string> {
  try {
    await chmod(path, 0o600);
    return Buffer.from(await Bun.file(path).bytes()).toString("latin1");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}
