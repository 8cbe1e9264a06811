import { hexDigest } from "../../../packages/verify/src/bytes.ts";
import { recordHash } from "../../../packages/verify/src/record_hash.ts";
import type { Actor, OwnPart } from "../access/actor.ts";
import { actorCommitment, isSameActor, ownPartOf } from "../access/actor.ts";
import type { Change, Via } from "../access/context.ts";
import { showTime } from "../base/time.ts";
import type { AuditRecord, Head, Rows, StoredActor } from "./chain.ts";
import { macText } from "./chain.ts";
import type { Beside, InnerLine } from "./lines.ts";

/** Members that all records of one call share. */
export interface Origin {
  readonly now: number;
  readonly actor: Actor;
  readonly via: Via;
  readonly requestId: string;
  readonly newEventId: () => string;
  readonly newSalt: () => string;
  readonly mac: (text: string) => string;
}

const VERSION = 1;

/** The changes of one call in one chain. */
export interface Saying {
  readonly chainId: string;
  readonly changes: readonly Change[];
  /** Digests of the rows written with it. */
  readonly rows?: Rows | undefined;
}

/** The record of a commit after the end of its chain. */
export function recordOf(
  end: Head,
  { chainId, changes, rows }: Saying,
  origin: Origin,
): AuditRecord {
  const { now, via, requestId, newSalt } = origin;
  const first = end.seq + 1;
  const head = {
    at: showTime(now),
    conversationId: chainId,
    requestId,
    seq: first,
    v: VERSION,
    via,
  };
  const signatures: Signature[] = [];
  const lines = [JSON.stringify(head)];
  const entries: (Beside | null)[] = [];
  let { eventSeq } = end;
  for (const change of changes) {
    const { actor = origin.actor, audience, event } = change;
    let signature = signatures.find((it) => isSameActor(it.actor, actor));
    if (!signature) {
      signature = signatureOf(actor, newSalt);
      signatures.push(signature);
    }
    const { shown, own } = signature;
    // Its digest must reveal nothing to those who may not read it.
    lines.push(entryLine(change, shown, audience ? newSalt() : undefined));
    const beside: Beside = {
      ...(audience && { audience }),
      ...(event && { event: { ...event, eventId: origin.newEventId() } }),
      ...(own && { own }),
    };
    entries.push(audience || event || own ? beside : null);
    if (event) eventSeq += 1;
  }
  const inner: InnerLine = { entries, rows: rows ?? null, salt: newSalt() };
  lines.push(JSON.stringify(inner));
  const hash = recordHash(end.hash, lines.map(hexDigest));
  return {
    ...{ chainId, first, hash, eventSeq },
    seq: end.seq + changes.length,
    mac: origin.mac(macText(chainId, hash)),
    body: lines.join("\n"),
  };
}

interface Signature {
  readonly actor: Actor;
  readonly shown: StoredActor;
  readonly own: OwnPart | null;
}

function signatureOf(actor: Actor, newSalt: () => string): Signature {
  const { accountId, address, kind } = actor;
  const own = ownPartOf(actor, newSalt);
  const shown = {
    ...(accountId !== undefined && { accountId }),
    ...(address !== undefined && { address }),
    ...(own && { commitment: actorCommitment(own) }),
    kind,
  };
  return { actor, shown, own };
}

/**
 * The RFC 8785 text of an entry: its members are written in order and its values are strings,
 * so this is the text of `canonicalJson`.
 */
function entryLine(
  said: Change,
  actor: StoredActor,
  salt: string | undefined,
): string {
  return JSON.stringify({
    actor,
    checkpointId: said.checkpointId,
    commitment: said.commitment,
    paymentStatus: said.paymentStatus,
    refs: said.refs && sorted(said.refs),
    reviewId: said.reviewId,
    salt,
    stateFrom: said.stateFrom,
    stateTo: said.stateTo,
    type: said.type,
  });
}

function sorted(refs: Readonly<Record<string, string>>) {
  const names = Object.keys(refs).toSorted();
  return Object.fromEntries(names.map((name) => [name, refs[name]]));
}
