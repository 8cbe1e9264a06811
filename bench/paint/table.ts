import { percentile } from "../load.ts";
import { columns } from "../table.ts";
import type { PaintReport } from "./measure.ts";
import { TOLD_FROM_MS } from "./measure.ts";

/** What an input may take until the next picture (Interaction to Next Paint). */
const GOAL_MS = 100;

/** The row of all inputs together. */
const ALL = "all of them";

/** The report for a person. */
export function paintTable({ listed, told, paints }: PaintReport): string {
  const shown = (ms: number) =>
    ms > TOLD_FROM_MS ? ms.toFixed(0) : `≤ ${TOLD_FROM_MS}`;
  // Interaction to Next Paint is the 98th percentile of all that one does in a page.
  const all = paints.flatMap(({ times }) => times);
  const rows = [...paints, { name: ALL, times: all }].map(({ name, times }) => {
    const sorted = Float64Array.from(times).sort();
    const [p50, p98, worst] = [0.5, 0.98, 1].map((it) =>
      percentile(sorted, it),
    );
    return [
      name,
      `${times.length}`,
      ...[p50, p98, worst].map((it = Number.NaN) => shown(it)),
      p98 !== undefined && p98 < GOAL_MS ? "met" : "NOT MET",
    ];
  });
  const head = `ms to the next paint, ${listed.toLocaleString("en")} in the list`;
  return [
    columns([[head, "inputs", "p50", "p98", "worst", ""], ...rows]),
    `The browser told of ${told} inputs; of the others it says only that they took less than ${TOLD_FROM_MS} ms.`,
  ].join("\n");
}
