import { hexDigest } from "../../../packages/verify/src/bytes.ts";
import { recordHash } from "../../../packages/verify/src/record_hash.ts";
import { actorCommitment } from "../access/actor.ts";
import type { AuditRecord, Head } from "./chain.ts";
import { macText } from "./chain.ts";
import type { Lines } from "./lines.ts";
import { recordLines } from "./lines.ts";

/** A problem of a chain, and its first entry. */
export interface ChainFault {
  readonly seq: number;
  readonly problem: string;
}

/** True if the service's key, or an earlier one, made a MAC. */
export type IsMac = (text: string, mac: string) => boolean;

/**
 * Recomputes a record after the end of its chain.
 * @param isMac The service's keys, to check the MACs, too.
 * @returns Its lines, or the problem.
 */
export function checkRecord(
  last: Head,
  record: AuditRecord,
  isMac?: IsMac,
): Lines | string {
  const { chainId, first, hash, mac, body } = record;
  if (first !== last.seq + 1) return `expected entry ${last.seq + 1}`;
  if (recordHash(last.hash, body.split("\n").map(hexDigest)) !== hash) {
    return "its text, or that of a record before, is not what was hashed";
  }
  const lines = read(record);
  if (lines === undefined) return "it cannot be read";
  const problem = columnFault(last, record, lines) ?? ownFault(lines);
  if (problem !== undefined) return problem;
  if (isMac && !isMac(macText(chainId, hash), mac)) {
    return "it was not written with the service's key";
  }
  return lines;
}

function read(record: AuditRecord): Lines | undefined {
  try {
    return recordLines(record);
  } catch {
    return undefined;
  }
}

/** Checks that the columns of a record match its text. */
function columnFault(
  last: Head,
  { chainId, first, seq, eventSeq }: AuditRecord,
  { head, entries, inner }: Lines,
): string | undefined {
  if (head.conversationId !== chainId) return "it belongs to another chain";
  if (head.seq !== first || seq !== last.seq + entries.length) {
    return "its place is not the one that was recorded";
  }
  const events = inner.entries.filter((it) => it?.event).length;
  return eventSeq === last.eventSeq + events
    ? undefined
    : `expected event ${last.eventSeq + events}`;
}

/** Checks that the own part of each actor matches its entry's commitment. */
function ownFault({ entries, inner }: Lines): string | undefined {
  const isRight = entries.every(({ actor }, index) => {
    const own = inner.entries[index]?.own;
    return actor.commitment === (own && actorCommitment(own));
  });
  return isRight ? undefined : "the actor's own part was changed";
}
