import { playAll } from "./play_all.ts";
import { tableOf } from "./table.ts";

const { listTokens, rows } = await playAll();
console.log(tableOf(rows));
console.log(
  `\nOnce for each session: ${listTokens.toLocaleString("en")} tokens, the list of tools and the instructions.`,
);
if (rows.some(({ outcome }) => outcome !== "done")) process.exitCode = 1;
