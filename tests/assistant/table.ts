import type { Row } from "./task.ts";

/** The rows as a table of Markdown, as docs/assistants.md shows it. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, calls, tokensIn, tokensOut, outcome }) => [
    name,
    `${calls}`,
    tokensIn.toLocaleString("en"),
    tokensOut.toLocaleString("en"),
    outcome,
  ]);
  return [
    ["Task", "Calls", "Tokens in", "Tokens out", "Outcome"],
    ["---", "--:", "--:", "--:", "---"],
    ...cells,
  ]
    .map((it) => `| ${it.join(" | ")} |`)
    .join("\n");
}
