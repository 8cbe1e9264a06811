/**
 * How is everything that happens recorded so that a change of it shows? `lines.ts` and
 * `record.ts` make the text of a record, `store.ts` keeps it, `walk.ts` reads a chain,
 * `verify_records.ts` recomputes it. `log/` is the transparency log: `sign_log.ts` signs a
 * checkpoint, `prove.ts` proves from it, `published.ts` serves its tiles, `witnessed.ts`
 * has what witnesses signed. The tree, the notes and how a witness is asked are in
 * `packages/verify/`.
 * @module
 */
import { NO_HASH } from "../../../packages/verify/src/record_hash.ts";
import type { Actor, OwnPart } from "../access/actor.ts";

/** The end of a chain: the next record follows it. */
export interface Head {
  /** Number of the last entry. */
  readonly seq: number;
  readonly hash: string;
  /** Events published so far; the next one is numbered one higher. */
  readonly eventSeq: number;
}

export const GENESIS: Head = { seq: 0, hash: NO_HASH, eventSeq: 0 };

/** Digests of rows by name; null for a removed row. */
export type Rows = Readonly<Record<string, string | null>>;

/**
 * Everything that one commit records in one chain, as the hashed text (docs/audit.md, A
 * record).
 */
export interface AuditRecord extends Head {
  readonly chainId: string;
  /** Number of its first entry. */
  readonly first: number;
  /** A keyed hash of chain and hash, so that nobody else can add a record. */
  readonly mac: string;
  readonly body: string;
}

/** One thing that happened, as a record holds it. */
export interface Entry {
  readonly chainId: string;
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  /** Digest of its line. */
  readonly bodyHash: string;
  readonly said: Body;
  /** Positions that may read it; null is every participant. */
  readonly audience: readonly number[] | null;
  readonly eventSeq: number;
  readonly event: StoredEvent | null;
  /** The part of the actor to which its line only commits. */
  readonly own: OwnPart | null;
  /** On the last entry of a record: the other inputs of its hash. */
  readonly commit?: CommitOfEntries;
}

/** The parts with which a reader recomputes the hash of a record. */
export interface CommitOfEntries {
  readonly entries: number;
  readonly head: string;
  readonly inner: string;
}

/** The members of an entry and of the head of its record. */
export interface Body {
  readonly type: string;
  readonly at: string;
  readonly conversationId: string;
  readonly actor: StoredActor;
  readonly commitment?: string;
  readonly stateTo?: string;
  readonly stateFrom?: string;
  readonly paymentStatus?: string;
  readonly checkpointId?: string;
  readonly reviewId?: string;
  readonly refs?: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly via: string;
}

/** An actor as an entry names it. */
export interface StoredActor {
  readonly kind: Actor["kind"];
  readonly accountId?: string;
  readonly address?: string;
  /** For the part that only its own account sees. */
  readonly commitment?: string;
}

/** An event stored with its entry; the viewer's form is made on reading. */
export interface StoredEvent {
  readonly eventId: string;
  readonly at: string;
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly [member: string]: unknown;
}

/** The text that a MAC covers. */
export function macText(chainId: string, hash: string): string {
  return `${chainId} ${hash}`;
}
