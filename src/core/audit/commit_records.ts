import type { Actor, OwnPart } from "../access/actor.ts";
import { actorCommitment, ownPartOf } from "../access/actor.ts";
import type { Change, Via } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import { showTime } from "../base/time.ts";
import type {
  AuditRow,
  Beside,
  Head,
  Holds,
  Mac,
  StoredEvent,
} from "./chain.ts";
import { linkHash, macText, sealOf, VERSION } from "./chain.ts";

/** What all records of one call share. */
export interface Origin {
  readonly now: number;
  readonly actor: Actor;
  readonly via: Via;
  readonly requestId: string;
  readonly newEventId: () => string;
  readonly newSalt: () => string;
  readonly mac: Mac;
}

/** Whoever acted, as a body names them, and what it only commits to. */
interface Signature extends Pick<Actor, "kind" | "accountId" | "address"> {
  readonly own: OwnPart | null;
}

/** What one record says by itself; its moment is that of the commit. */
interface Said extends Omit<Change, "chainId" | "actor" | "event"> {
  /** Place of whoever acted among the commit's actors; the first if absent. */
  readonly by?: number;
  readonly event?: Omit<StoredEvent, "at">;
}

/**
 * All that one commit says in one chain: with the end of the chain before, its
 * records follow from it to the letter.
 */
export interface Commit {
  readonly at: number;
  readonly via: Via;
  readonly requestId: string;
  /** Blinds what the bodies commit to. */
  readonly salt: string;
  readonly actors: readonly Signature[];
  readonly said: readonly Said[];
  /** Digests of the rows that were written with them. */
  readonly holds: Holds | null;
}

/**
 * Gathers what a call changes in one chain.
 * @param holds Digests of the rows that are written with it.
 */
export function commitOf(
  changes: readonly Change[],
  origin: Origin,
  holds?: Holds,
): Commit {
  const { now, via, requestId, newSalt } = origin;
  const actors: Signature[] = [];
  const keys: string[] = [];
  const places = new Map<Actor, number>();
  /** Place of an actor, who may be there as another value. */
  const placeOf = (actor: Actor) => {
    const known = places.get(actor);
    if (known !== undefined) return known;
    const key = JSON.stringify(actor);
    let place = keys.indexOf(key);
    if (place < 0) {
      place = keys.push(key) - 1;
      actors.push(signatureOf(actor, newSalt));
    }
    places.set(actor, place);
    return place;
  };
  const said = changes.map((change) => {
    const { chainId: _chain, actor = origin.actor, event, ...rest } = change;
    const by = placeOf(actor);
    return {
      ...rest,
      ...(by > 0 && { by }),
      ...(event && { event: { ...event, eventId: origin.newEventId() } }),
    };
  });
  const salt = newSalt();
  return {
    at: now,
    via,
    requestId,
    salt,
    actors,
    said,
    holds: holds ?? null,
  };
}

function signatureOf(actor: Actor, newSalt: () => string): Signature {
  const { kind, accountId, address } = actor;
  return {
    kind,
    ...(accountId !== undefined && { accountId }),
    ...(address !== undefined && { address }),
    own: ownPartOf(actor, newSalt),
  };
}

/** The records of a commit behind the end of their chain, in order. Pure. */
export function recordsOf(
  head: Head,
  chainId: string,
  commit: Commit,
): readonly AuditRow[] {
  const at = showTime(commit.at);
  const rows: AuditRow[] = [];
  let last = head;
  for (const [index, said] of commit.said.entries()) {
    const signer = commit.actors[said.by ?? 0];
    if (!signer) throw new RangeError("A record has an actor");
    const actorOwn = ownPartIn(signer, last.seq + 1);
    const isLast = index === commit.said.length - 1;
    const beside: Beside = {
      seq: last.seq + 1,
      audience: said.audience ?? null,
      event: said.event ? ({ ...said.event, at } as StoredEvent) : null,
      holds: isLast ? commit.holds : null,
      salt: commit.salt,
    };
    const { via, requestId } = commit;
    const sealed = sealOf(beside);
    const actor = shownOf(signer, actorOwn);
    const body = recordText(said, {
      actor,
      at,
      chainId,
      requestId,
      sealed,
      via,
    });
    const bodyHash = sha256(body);
    const row: AuditRow = {
      ...beside,
      chainId,
      hash: linkHash(last.hash, bodyHash),
      prevHash: last.hash,
      bodyHash,
      body,
      eventSeq: last.eventSeq + (said.event ? 1 : 0),
      actorOwn,
      mac: null,
    };
    rows.push(row);
    last = row;
  }
  return rows;
}

/** Records with the key's word for the last of them. */
export function vouched(
  rows: readonly AuditRow[],
  mac: Mac,
): readonly AuditRow[] {
  const last = rows.at(-1);
  if (!last) return rows;
  const { chainId, hash } = last;
  return rows.with(-1, { ...last, mac: mac(macText(chainId, hash)) });
}

/** Blinded anew for each record: two of one agent cannot be told to be that. */
function ownPartIn({ own }: Signature, seq: number): OwnPart | null {
  if (!own) return null;
  return { ...own, salt: sha256(`${own.salt} ${seq}`).slice(0, SALT_CHARS) };
}

/** 128 bits as hex. */
const SALT_CHARS = 32;

/** The actor as a body shows them. */
function shownOf(
  { kind, accountId, address }: Signature,
  own: OwnPart | null,
): Shown {
  const commitment = own ? actorCommitment(own) : undefined;
  return { accountId, address, commitment, kind };
}

interface Shown {
  readonly accountId: string | undefined;
  readonly address: string | undefined;
  readonly commitment: string | undefined;
  readonly kind: Actor["kind"];
}

/** What a record's text has beside what it says itself. */
export interface Around {
  readonly actor: Shown;
  readonly at: string;
  readonly chainId: string;
  readonly requestId: string;
  readonly sealed: string;
  readonly via: Via;
}

/**
 * The RFC 8785 text of a record: its members are written in their order, and its
 * values are strings and one small integer, so that this is what `canonicalJson`
 * gives.
 */
export function recordText(said: Said, around: Around): string {
  const { kind, accountId, address, commitment } = around.actor;
  return JSON.stringify({
    actor: { accountId, address, commitment, kind },
    at: around.at,
    checkpointId: said.checkpointId,
    commitment: said.commitment,
    conversationId: around.chainId,
    paymentStatus: said.paymentStatus,
    refs: said.refs && sorted(said.refs),
    requestId: around.requestId,
    reviewId: said.reviewId,
    sealed: around.sealed,
    stateFrom: said.stateFrom,
    stateTo: said.stateTo,
    type: said.type,
    v: VERSION,
    via: around.via,
  });
}

function sorted(refs: Readonly<Record<string, string>>) {
  const names = Object.keys(refs).toSorted();
  return Object.fromEntries(names.map((name) => [name, refs[name]]));
}
