import type { Actor, OwnPart } from "../actor.ts";
import { actorCommitment, ownPartOf } from "../actor.ts";
import type { Change, Via } from "../context.ts";
import { sha256 } from "../digest.ts";
import { showTime } from "../time.ts";

/** Where a chain ends: what the next record links to. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
  /** Events published so far; the next one is numbered one higher. */
  readonly eventSeq: number;
}

export const GENESIS: Head = { seq: 0, hash: "0".repeat(64), eventSeq: 0 };

/** One stored record (decisions.md K). */
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

/** What all records of one call share. */
export interface Origin {
  readonly now: number;
  readonly actor: Actor;
  readonly via: Via;
  readonly requestId: string;
  readonly newEventId: () => string;
  readonly newSalt: () => string;
}

/** What the text of one record is made of, beside its change. */
type Written = Omit<Origin, "newEventId" | "newSalt"> & {
  readonly actorOwn: OwnPart | null;
};

/** `hash = sha256(prevHash ‖ bodyHash)` over the 64 raw bytes. */
export function linkHash(prevHash: string, bodyHash: string): string {
  return sha256(Uint8Array.fromHex(prevHash + bodyHash));
}

/** Links changes to the end of their chain, in order. Pure. */
export function linkChanges(
  head: Head | undefined,
  changes: readonly Change[],
  origin: Origin,
): readonly AuditRow[] {
  const rows: AuditRow[] = [];
  let last: Head = head ?? GENESIS;
  for (const change of changes) {
    const actor = change.actor ?? origin.actor;
    const actorOwn = ownPartOf(actor, origin.newSalt);
    const body = recordText(change, { ...origin, actor, actorOwn });
    const bodyHash = sha256(body);
    const row: AuditRow = {
      chainId: change.chainId,
      seq: last.seq + 1,
      hash: linkHash(last.hash, bodyHash),
      prevHash: last.hash,
      bodyHash,
      body,
      audience: change.audience ?? null,
      eventSeq: last.eventSeq + (change.event ? 1 : 0),
      event: storedEvent(change, origin),
      actorOwn,
    };
    rows.push(row);
    last = row;
  }
  return rows;
}

/**
 * The RFC 8785 text of a record: its members are written in their order, and
 * all of its values are strings, so that this is what `canonicalJson` gives.
 */
export function recordText(change: Change, origin: Written): string {
  const { kind, accountId, address } = origin.actor;
  const commitment = origin.actorOwn && actorCommitment(origin.actorOwn);
  return JSON.stringify({
    actor: { accountId, address, commitment: commitment ?? undefined, kind },
    at: showTime(origin.now),
    checkpointId: change.checkpointId,
    commitment: change.commitment,
    conversationId: change.chainId,
    paymentStatus: change.paymentStatus,
    refs: change.refs && sorted(change.refs),
    requestId: origin.requestId,
    reviewId: change.reviewId,
    stateFrom: change.stateFrom,
    stateTo: change.stateTo,
    type: change.type,
    via: origin.via,
  });
}

function sorted(refs: Readonly<Record<string, string>>) {
  const names = Object.keys(refs).toSorted();
  return Object.fromEntries(names.map((name) => [name, refs[name]]));
}

function storedEvent(change: Change, origin: Origin): StoredEvent | null {
  if (!change.event) return null;
  return {
    ...change.event,
    eventId: origin.newEventId(),
    at: showTime(origin.now),
  };
}

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

/** Recomputes every link of a whole chain, first record first. */
export function verifyChain(rows: Iterable<AuditRow>): ChainFault | undefined {
  return verifyStretch(GENESIS, rows).fault;
}

/** Recomputes every link of a part of a chain, from where the part before ended. */
export function verifyStretch(from: Head, rows: Iterable<AuditRow>): Verified {
  let last = from;
  for (const row of rows) {
    const problem = faultOf(last, row);
    if (problem) return { end: last, fault: { seq: row.seq, problem } };
    last = row;
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
  return ownPartFault(row);
}

/** What the body commits to is there, and is what was committed to. */
function ownPartFault({ body, actorOwn }: AuditRow): string | undefined {
  const { actor }: { actor?: { commitment?: string } } = JSON.parse(body);
  const committed = actorOwn ? actorCommitment(actorOwn) : undefined;
  return actor?.commitment === committed
    ? undefined
    : "the actor's own part was changed";
}
