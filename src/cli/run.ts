import type { Command } from "commander";
import { readConfig } from "../config.ts";
import type { Operator } from "./operator.ts";
import { openOperator } from "./operator.ts";

/** What a command has to say: to a program, and to a person. */
export interface Answer {
  readonly output: unknown;
  readonly text: string;
  /** True when the command did its work and found something wrong. */
  readonly isBad?: boolean;
}

/** Does a command's work with the service's data, then prints its answer. */
export async function run(
  command: Command,
  work: (operator: Operator) => Promise<Answer>,
): Promise<void> {
  const operator = await openOperator(readConfig());
  try {
    const { output, text, isBad } = await work(operator);
    const { json } = command.optsWithGlobals<{ json?: boolean }>();
    console.log(json ? JSON.stringify(output, null, 2) : text);
    if (isBad) process.exitCode = 1;
  } finally {
    await operator.close();
  }
}
