import { logText } from "../../../../packages/verify/src/log_head.ts";
import { LogTree } from "../../../../packages/verify/src/log_tree.ts";
import { cosignatureTime } from "../../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../../access/context.ts";
import { pace } from "../../base/pace.ts";
import { logStore } from "./log_store.ts";
import { logOrigin, newestLog } from "./prove.ts";
import type { Witnessed } from "./witnessed.ts";
import { witnessedLog } from "./witnessed.ts";

/** A problem of the log, or of a logged record. */
export interface LogFault {
  readonly about: string;
  readonly seq: number;
  readonly problem: string;
}

/**
 * Compares the stored signature of each configured witness with the log, of which it must
 * have signed that size. The tree must be verified first.
 */
export async function* verifyCosignatures(
  call: QueryCall,
): AsyncGenerator<LogFault> {
  // Read before the log, which is then no older than what they signed.
  const witnessed = await witnessedLog(call);
  const newest = (await newestLog(call))?.size ?? 0;
  for (const witness of witnessed) {
    await pace.turn();
    if (await holds(call, witness, newest)) continue;
    const problem = `it has not signed the log of size ${witness.size} that is stored for it`;
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

/** The text signed at a size: as stored, or else computed from the tree. */
async function noteOf(call: QueryCall, size: number): Promise<string> {
  const store = logStore(call.db);
  const kept = await store.noteAt(size);
  if (kept !== undefined) return kept;
  const root = (await new LogTree(store.read, size).root()).toBase64();
  const origin = await logOrigin(call);
  return `${logText({ origin, size, root })}\n`;
}
