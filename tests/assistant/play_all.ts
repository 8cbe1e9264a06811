import { Desk } from "./desk.ts";
import type { Row } from "./task.ts";
import { play } from "./task.ts";
import { TASKS } from "./tasks/mod.ts";

/** The costs of all tasks, and of the list of tools and the instructions, which count once. */
export interface Played {
  readonly listTokens: number;
  readonly rows: readonly Row[];
}

/** Plays every task against a service of its own. */
export async function playAll(): Promise<Played> {
  await using desk = await Desk.open();
  const { token } = await desk.account("Reader");
  await using model = await desk.connect(token);
  const rows: Row[] = [];
  for (const task of TASKS) rows.push(await play(task, desk));
  return { listTokens: model.listTokens, rows };
}
