import type { Report } from "./report.ts";

const NOTE = `Absolute numbers are noisy: they say more about this machine, and about what
else it does, than about the service. The ratios are taken within each round
and are what to look at; a few per cent up or down are noise as well. "By CPU"
compares the server's processor time for one request, on all of its threads.`;

/** The report for a person. */
export function tableOf(report: Report): string {
  const { options, rows, ratios } = report;
  const { connections, rounds, roundMs } = options;
  const seconds = roundMs / 1000;
  return [
    `${connections} connections, ${rounds} interleaved rounds of ${seconds} s each, medians`,
    `Bun ${report.bun}, ${report.processors}`,
    "",
    columns([
      ["", "requests/s", "p50 ms", "p99 ms", "answer", "server CPU", "memory"],
      ...rows.map((it) => [
        it.name,
        Math.round(it.perSecond).toLocaleString("en"),
        it.p50Ms.toFixed(2),
        it.p99Ms.toFixed(2),
        `${(it.bytes / 1000).toFixed(1)} kB`,
        it.cpuMicros === undefined ? "–" : `${Math.round(it.cpuMicros)} µs`,
        it.residentBytes === undefined
          ? "–"
          : `${Math.round(it.residentBytes / 1e6)} MB`,
      ]),
    ]),
    "",
    columns([
      ["", "ratio", "lowest", "highest", "by CPU", "goal", ""],
      ...ratios.map((it) => [
        it.name,
        it.ratio.toFixed(3),
        it.lowest.toFixed(3),
        it.highest.toFixed(3),
        it.byCpu?.toFixed(3) ?? "–",
        `≥ ${it.goal.toFixed(2)}`,
        it.isMet ? "met" : "NOT MET",
      ]),
    ]),
    ...rows
      .filter(({ errors }) => errors > 0)
      .map(
        (it) => `\n${it.name}: ${it.errors} ERRORS, first: ${it.firstError}`,
      ),
    "",
    NOTE,
  ].join("\n");
}

/** The first column to the left, numbers to the right. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
