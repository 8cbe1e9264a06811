import type { Command } from "commander";
import { readConfig } from "../config.ts";
import type { Operator } from "./operator.ts";
import { openOperator } from "./operator.ts";

/** What a command prints: `output` for a program, `text` for a person. */
export interface Answer {
  readonly output: unknown;
  readonly text: string;
  /** True when the command did its work and found something wrong. */
  readonly isBad?: boolean;
}

/** Where a run reads its settings and prints; it is passed as an option of the program. */
export interface Terminal {
  /** The settings; those of the process if absent. */
  readonly env?: Readonly<Record<string, string>>;
  out(text: string): void;
  err(text: string): void;
}

/** The code of a command that did its work and found something wrong. */
export const FOUND_WRONG = "svc.found_wrong";

/** Does a command's work with the service's data, then prints its answer. */
export async function run(
  command: Command,
  work: (operator: Operator) => Promise<Answer>,
): Promise<void> {
  const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
  const operator = await openOperator(readConfig(terminal.env));
  try {
    print(command, await work(operator));
  } finally {
    await operator.close();
  }
}

/** Prints an answer, and ends with the code that it asks for. */
export function print(command: Command, { output, text, isBad }: Answer): void {
  const { json, terminal } = command.optsWithGlobals<{
    json?: boolean;
    terminal: Terminal;
  }>();
  terminal.out(`${json ? JSON.stringify(output, null, 2) : text}\n`);
  if (isBad) command.error("", { exitCode: 1, code: FOUND_WRONG });
}
