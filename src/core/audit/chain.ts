import type { OwnPart } from "../access/actor.ts";
import { actorCommitment } from "../access/actor.ts";
import { sha256 } from "../base/digest.ts";

/** Where a chain ends: what the next record links to. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
  /** Events published so far; the next one is numbered one higher. */
  readonly eventSeq: number;
}

export const GENESIS: Head = { seq: 0, hash: "0".repeat(64), eventSeq: 0 };

/** Digests of rows by name; null for a row that is no more. */
export type Holds = Readonly<Record<string, string | null>>;

/** One stored record. */
export interface AuditRow {
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly bodyHash: string;
  /** RFC 8785 text: exactly what was hashed. */
  readonly body: string;
  readonly audience: readonly number[] | null;
  readonly eventSeq: number;
  readonly event: StoredEvent | null;
  /** What of the actor the body only commits to. */
  readonly actorOwn: OwnPart | null;
  /** Blinds what the body commits to. */
  readonly salt: string;
  /** The rows that were written with it. */
  readonly holds: Holds | null;
  /** On the last record of each commit: a keyed hash of chain and hash. */
  readonly mac: string | null;
}

/** An event as it rides on its record; the viewer's form is made on reading. */
export interface StoredEvent {
  readonly eventId: string;
  readonly at: string;
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly [member: string]: unknown;
}

/** A hash that only who has the service's key can make. */
export type Mac = (text: string) => string;

/** What the last record of a commit is authenticated by. */
export function macText(chainId: string, hash: string): string {
  return `${chainId} ${hash}`;
}

/** `hash = sha256(prevHash ‖ bodyHash)` over the 64 raw bytes. */
export function linkHash(prevHash: string, bodyHash: string): string {
  return sha256(Uint8Array.fromHex(prevHash + bodyHash));
}

/** What lies beside a body and is not shown with it. */
export type Beside = Pick<
  AuditRow,
  "seq" | "audience" | "event" | "holds" | "salt"
>;

/**
 * What a body says of what lies beside it. Salted: a reader of the body does not
 * learn who else reads it.
 */
export function sealOf({ seq, audience, event, holds, salt }: Beside): string {
  return sha256(salt + JSON.stringify([seq, audience, event, holds]));
}

/** The form of a record, which its body names. */
export const VERSION = 1;

/** What is wrong with a chain, or nothing. */
export interface ChainFault {
  readonly seq: number;
  readonly problem: string;
}

/** Where a stretch of a chain ends, or what is wrong with it. */
export interface Verified {
  readonly end: Head;
  readonly fault?: ChainFault;
}

/**
 * Recomputes every link of a part of a chain, from where the part before ended.
 * @param mac The service's key, if what it vouches for is checked, too.
 */
export function verifyStretch(
  from: Head,
  rows: Iterable<AuditRow>,
  mac?: Mac,
): Verified {
  let last = from;
  for (const row of rows) {
    const problem = faultOf(last, row) ?? keyFaultOf(row, mac);
    if (problem) return { end: last, fault: { seq: row.seq, problem } };
    const { seq, hash, eventSeq } = row;
    last = { seq, hash, eventSeq };
  }
  return { end: last };
}

function faultOf(last: Head, row: AuditRow): string | undefined {
  if (row.seq !== last.seq + 1) return `expected seq ${last.seq + 1}`;
  if (row.prevHash !== last.hash) return "prevHash is not the record before";
  if (sha256(row.body) !== row.bodyHash) return "the body was changed";
  if (linkHash(row.prevHash, row.bodyHash) !== row.hash) {
    return "the hash does not cover prevHash and bodyHash";
  }
  const events = last.eventSeq + (row.event ? 1 : 0);
  if (row.eventSeq !== events) return `expected eventSeq ${events}`;
  return ownPartFault(row) ?? sealFaultOf(row);
}

/** What the body commits to is there, and is what was committed to. */
function ownPartFault(row: AuditRow): string | undefined {
  const { actor } = bodyOf(row);
  const committed = row.actorOwn ? actorCommitment(row.actorOwn) : undefined;
  return actor?.commitment === committed
    ? undefined
    : "the actor's own part was changed";
}

function sealFaultOf(row: AuditRow): string | undefined {
  const { conversationId, sealed, v } = bodyOf(row);
  if (v !== VERSION) return "its body is of a form that is not known";
  if (conversationId !== row.chainId) return "its body is of another chain";
  if (sealed === sealOf(row)) return undefined;
  return "audience, event or commitments are not what its body says";
}

function keyFaultOf(row: AuditRow, mac: Mac | undefined): string | undefined {
  if (row.mac === null || !mac) return undefined;
  if (row.mac === mac(macText(row.chainId, row.hash))) return undefined;
  return "it was not written with the service's key";
}

/** What a record says of itself, as far as its check needs it. */
export interface Body {
  readonly type?: string;
  readonly at?: string;
  readonly actor?: { readonly commitment?: string };
  readonly conversationId?: string;
  readonly refs?: Readonly<Record<string, string>>;
  readonly sealed?: string;
  readonly v?: number;
}

/** The members of a body; none of what is not an object. */
export function bodyOf({ body }: Pick<AuditRow, "body">): Body {
  try {
    const members: unknown = JSON.parse(body);
    return typeof members === "object" && members !== null ? members : {};
  } catch {
    return {};
  }
}
