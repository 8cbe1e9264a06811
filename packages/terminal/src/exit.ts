import { Command, CommanderError } from "commander";
import { Problem, Unreached } from "../../client/src/problem.ts";
import type { Terminal } from "./answer.ts";
import { FOUND_WRONG } from "./answer.ts";
import { ProblemError } from "./problem_error.ts";
import { plainJson } from "./safe_text.ts";

/** Codes of errors whose text is already printed. */
const SAID = ["commander.help", FOUND_WRONG];

/** Exit codes of commands that failed. */
const EXIT = { refused: 1, signedOut: 3, unreached: 4 } as const;

/** The program `svc` before any commands are added. */
export function emptyProgram(terminal: Terminal): Command {
  return new Command("svc")
    .option("--json", "print JSON, also for errors")
    .setOptionValue("terminal", terminal)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.out, outputError: () => {} })
    .exitOverride();
}

/** Runs one command; returns the exit code. */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    const isSaid =
      error instanceof CommanderError &&
      (error.exitCode === 0 || SAID.includes(error.code));
    if (isSaid) return error.exitCode;
    const said = argv.includes("--json") ? asJson(error) : sentenceOf(error);
    terminal.err(`${said}\n`);
    return exitOf(error);
  }
}

/** No login is stored, or the service refused it. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

function exitOf(error: unknown): number {
  if (error instanceof Unreached) return EXIT.unreached;
  const isSignedOut =
    error instanceof SignedOut ||
    (error instanceof Problem && error.status === 401);
  return isSignedOut ? EXIT.signedOut : EXIT.refused;
}

function asJson(error: unknown): string {
  return plainJson(problemOf(error));
}

function problemOf(error: unknown): object {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof Problem) return error.body;
  const detail = sentenceOf(error);
  const code = error instanceof CommanderError ? "usage" : "failed";
  return { code, detail, error: detail };
}

/** Every error begins with "Cannot"; errors of other libraries get that beginning. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith("Cannot ") || error instanceof Problem
    ? message
    : `Cannot run svc: ${message.replace(/^error: /, "")}`;
}
