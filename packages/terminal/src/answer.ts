import type { Command } from "commander";
import { cleanText } from "../../../src/core/base/text.ts";
import { plainJson } from "./safe_text.ts";

/** The output of a command: `output` for a program, `text` for a person. */
export interface Answer {
  readonly output: unknown;
  readonly text: string;
  /** True if the command did its work and found a fault. */
  readonly isBad?: boolean;
}

/** A run's settings and output; passed as an option of the program. */
export interface Terminal {
  /** The settings; those of the process if absent. */
  readonly env?: Readonly<Record<string, string>>;
  out(text: string): void;
  err(text: string): void;
  /** Reads all that is piped in, or typed after a prompt; the process's own input if absent. */
  readonly input?: (prompt: string, isSecret?: boolean) => Promise<string>;
  /** Ends a command that otherwise runs on. */
  readonly signal?: AbortSignal;
}

/** The code of a command that did its work and found a fault. */
export const FOUND_WRONG = "svc.found_wrong";

/** The terminal of a command, and what is said for all commands. */
export function terminalOf(command: Command): {
  readonly terminal: Terminal;
  readonly json?: boolean;
  /** The team to act as. */
  readonly as?: string;
} {
  return command.optsWithGlobals();
}

/** Prints an answer, and ends with its exit code. */
export function print(command: Command, { output, text, isBad }: Answer): void {
  const { json, terminal } = terminalOf(command);
  terminal.out(`${json ? plainJson(output, 2) : cleanText(text)}\n`);
  if (isBad) command.error("", { exitCode: 1, code: FOUND_WRONG });
}
