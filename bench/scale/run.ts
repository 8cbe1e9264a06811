import { join } from "node:path";
import { ROOT } from "../../scripts/server_process.ts";
import { keepServer } from "../../src/kept_server.ts";
import { columns } from "../table.ts";
import { filledAt } from "./filled_at.ts";
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

/** Fills what is not there yet, verifies it, measures, and gives the tables, the first of them at once. */
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
    const { filled, databaseUrl } = await filledAt(path, { size }, log);
    const one = await startOn(databaseUrl, filled);
    stack.use(one.server);
    scaled.push(one);
  }
  const filledSizes = scaled.map(({ filled }) => filled.size);
  const costs = tableOf(filledSizes, await measureScales(scaled, log));
  await stack.disposeAsync();
  const largest = scaled.at(-1);
  if (!largest) return costs;
  log(costs);
  const { filled, databaseUrl } = largest;
  const harms = await measureWorst(databaseUrl, filled, WORST_REQUESTS, log);
  return worstTable(filled.size, harms);
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
