import type { Terminal } from "../answer.ts";
import { readLine } from "../stdin.ts";

/** Asks a person and gives the answer; undefined if a script answers by options alone. */
export type Ask = Terminal["input"];

/** @throws if there is nobody to ask, and a script didn't say that it knows */
export function askerOf({ input }: Terminal, isScript: boolean): Ask {
  if (isScript) return undefined;
  if (input) return input;
  if (process.stdin.isTTY) return readLine;
  throw new Error(
    "Cannot set up: nobody can be asked here. Give the answers as options, with --yes",
  );
}
