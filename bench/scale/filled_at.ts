import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import type { Filled, FillOptions } from "./fill.ts";
import { fill } from "./fill.ts";

/** A file, and what is in it. */
export interface FilledFile {
  readonly databaseUrl: string;
  readonly filled: Filled;
}

/**
 * The file in a directory: filled and verified there, unless an earlier run has done it.
 * @throws if what the operations wrote is not right
 */
export async function filledAt(
  path: string,
  { size, ...options }: FillOptions & { readonly size: number },
  log: (line: string) => void,
): Promise<FilledFile> {
  const databaseUrl = `file:${join(path, "inbox.db")}`;
  const known = Bun.file(join(path, "filled.json"));
  if (await known.exists()) return { databaseUrl, filled: await known.json() };
  await mkdir(path, { recursive: true });
  log(`Filling a file with ${size} conversations`);
  const filled = await fill(databaseUrl, size, options);
  log("Verifying its chains and rows");
  const operator = await openOperator(
    readConfig({ DATABASE_URL: databaseUrl }),
  );
  const { ok } = await operator.run(verifyAudit, {});
  await operator.close();
  if (!ok) throw new Error(`The file of ${size} conversations is not right`);
  await Bun.write(known, JSON.stringify(filled));
  return { databaseUrl, filled };
}
