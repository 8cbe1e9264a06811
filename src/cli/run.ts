import type { Command } from "commander";
import type { Answer } from "../../packages/terminal/src/answer.ts";
import { print, terminalOf } from "../../packages/terminal/src/answer.ts";
import { readConfig } from "../config/config.ts";
import type { Runner } from "./operator.ts";
import { openOperator } from "./operator.ts";

/** Runs a command with the service's data, then prints its answer. */
export async function run(
  command: Command,
  work: (operator: Runner) => Promise<Answer>,
): Promise<void> {
  const { terminal } = terminalOf(command);
  const operator = await openOperator(readConfig(terminal.env));
  try {
    print(command, await work(operator));
  } finally {
    await operator.close();
  }
}
