import type { Command } from "commander";
import type { Answer } from "../answer.ts";
import { print } from "../answer.ts";
import type { Runner } from "./runner.ts";

/** Finds the running service, or opens its database; an option of the program. */
export type OpenOperator = () => Promise<Runner>;

/** Runs a command with the service's data, then prints its answer. */
export async function run(
  command: Command,
  work: (operator: Runner) => Promise<Answer>,
): Promise<void> {
  const { open } = command.optsWithGlobals<{ open: OpenOperator }>();
  const operator = await open();
  try {
    print(command, await work(operator));
  } finally {
    await operator.close();
  }
}
