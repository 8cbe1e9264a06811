import { logText } from "../../../../packages/verify/src/log_head.ts";
import { LogTree } from "../../../../packages/verify/src/log_tree.ts";
import { cosignatureTime } from "../../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../../access/context.ts";
import { pace } from "../../base/pace.ts";
import { logStore } from "./log_store.ts";
import { logOrigin, newestLog } from "./prove.ts";
import type { Witnessed } from "./witnessed.ts";
import { witnessedLog } from "./witnessed.ts";

/** Something that is wrong with the log, or with a record that it holds. */
export interface LogFault {
  readonly about: string;
  readonly seq: number;
  readonly problem: string;
}

/**
 * Holds what is kept of each witness that the operator names against the log, of which it
 * has to have signed that very size. The tree has to be right.
 */
export async function* verifyCosignatures(
  call: QueryCall,
): AsyncGenerator<LogFault> {
  // Before the log, which is then no older than what they signed.
  const witnessed = await witnessedLog(call);
  const newest = (await newestLog(call))?.size ?? 0;
  for (const witness of witnessed) {
    await pace.turn();
    if (await holds(call, witness, newest)) continue;
    const problem = `it has not signed the log of size ${witness.size} as is kept of it`;
    yield { about: `witness ${witness.name}`, seq: 0, problem };
  }
}

async function holds(
  call: QueryCall,
  { key, size, cosignature, signedAt }: Witnessed,
  newest: number,
): Promise<boolean> {
  if (size === 0) return cosignature === null && signedAt === null;
  if (size > newest || cosignature === null) return false;
  const note = await noteOf(call, size);
  return (await cosignatureTime(note, cosignature, key)) === signedAt;
}

/** The text that was signed at a size: as it is kept, or else computed from the tree. */
async function noteOf(call: QueryCall, size: number): Promise<string> {
  const store = logStore(call.db);
  const kept = await store.noteAt(size);
  if (kept !== undefined) return kept;
  const root = (await new LogTree(store.read, size).root()).toBase64();
  const origin = await logOrigin(call);
  return `${logText({ origin, size, root })}\n`;
}
