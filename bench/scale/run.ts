import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/server_process.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { keepServer } from "../../src/kept_server.ts";
import { columns } from "../table.ts";
import type { Filled } from "./fill.ts";
import { fill } from "./fill.ts";
import type { Cost, Scaled } from "./measure.ts";
import { measureScales, startOn } from "./measure.ts";
import { measureWorst, worstTable } from "./worst.ts";

/** What a cost may be at the largest size, of what it is at the smallest. */
const RATIO_MAX = 1.5;

/** Of each operation at its worst. */
const WORST_REQUESTS = 100;

/** Which files there are to be, and where they are kept for the next run. */
export interface ScaleOptions {
  readonly sizes: readonly number[];
  readonly directory: string;
}

/** Fills what is not there yet, verifies it, measures, and gives the table. */
export async function runScale(
  { sizes, directory }: ScaleOptions,
  log: (line: string) => void,
): Promise<string> {
  await using stack = new AsyncDisposableStack();
  // As any start but the first one finds it.
  await keepServer(ROOT);
  const scaled: Scaled[] = [];
  for (const size of sizes) {
    const path = join(directory, String(size));
    const databaseUrl = `file:${join(path, "inbox.db")}`;
    const filled = await filledAt(path, databaseUrl, size, log);
    const one = await startOn(databaseUrl, filled);
    stack.use(one.server);
    scaled.push(one);
  }
  const filledSizes = scaled.map(({ filled }) => filled.size);
  const costs = tableOf(filledSizes, await measureScales(scaled, log));
  await stack.disposeAsync();
  const largest = scaled.at(-1);
  if (!largest) return costs;
  const { filled, databaseUrl } = largest;
  const harms = await measureWorst(databaseUrl, filled, WORST_REQUESTS, log);
  return `${costs}\n\n${worstTable(filled.size, harms)}`;
}

async function filledAt(
  path: string,
  databaseUrl: string,
  size: number,
  log: (line: string) => void,
): Promise<Filled> {
  const known = Bun.file(join(path, "filled.json"));
  if (await known.exists()) return await known.json();
  await mkdir(path, { recursive: true });
  log(`Filling a file with ${size} conversations`);
  const filled = await fill(databaseUrl, size);
  log("Verifying its chains and rows");
  const operator = await openOperator(
    readConfig({ DATABASE_URL: databaseUrl }),
  );
  const { ok } = await operator.run(verifyAudit, {});
  await operator.close();
  if (!ok) throw new Error(`The file of ${size} conversations is not right`);
  await Bun.write(known, JSON.stringify(filled));
  return filled;
}

function tableOf(sizes: readonly number[], costs: readonly Cost[]): string {
  const head = sizes.map((size) => size.toLocaleString("en"));
  return columns([
    ["ms, one request at a time", ...head, "ratio", ""],
    ...costs.map(({ name, ms, ratio }) => [
      name,
      ...ms.map((it) => it.toFixed(2)),
      ratio.toFixed(2),
      ratio <= RATIO_MAX ? "flat" : "NOT FLAT",
    ]),
  ]);
}
