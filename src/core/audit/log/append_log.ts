import type { ChainEnd } from "../../../../packages/verify/src/merkle.ts";
import { entryOf } from "../../../../packages/verify/src/merkle.ts";
import type { CommandCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import { logOriginOf, signLogHead } from "./log_note.ts";
import { logStore } from "./log_store.ts";
import { LogTree } from "./log_tree.ts";

/** Where a chain ended, and its place in the log. */
export interface LoggedEnd extends ChainEnd {
  readonly leaf: number;
}

/** The log after some ends were added to it. */
export interface Appended {
  readonly logSize: number;
  readonly logNote: string;
  readonly logged: readonly LoggedEnd[];
}

/** Adds ends of chains to the log in this call's commit, and signs what it is then. */
export async function appendToLog(
  call: CommandCall,
  size: number,
  ends: readonly ChainEnd[],
): Promise<Appended> {
  const store = logStore(call.db);
  const tree = new LogTree(store.read, size);
  const logged: LoggedEnd[] = [];
  for (const [index, end] of ends.entries()) {
    if (index % LIMITS.auditSlice === 0) await pace.turn();
    logged.push({ ...end, leaf: tree.size });
    await tree.add(entryOf(end));
  }
  call.write(...store.write(tree.changed));
  const origin = logOriginOf(call.settings);
  const root = (await tree.root()).toBase64();
  const logSize = tree.size;
  const logNote = signLogHead(call.signer, { origin, size: logSize, root });
  return { logSize, logNote, logged };
}
