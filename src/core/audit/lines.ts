import { hexDigest } from "../../../packages/verify/src/bytes.ts";
import { entryHash } from "../../../packages/verify/src/record_hash.ts";
import type { OwnPart } from "../access/actor.ts";
import type { AuditRecord, Body, Entry, Rows, StoredEvent } from "./chain.ts";

/** One entry's part of the inner line. */
export interface Beside {
  readonly audience?: readonly number[];
  readonly event?: Omit<StoredEvent, "at">;
  readonly own?: OwnPart;
}

/** The last line of a record, for the service only. */
export interface InnerLine {
  readonly entries: readonly (Beside | null)[];
  readonly rows: Rows | null;
  readonly salt: string;
}

/** The first line of a record, for every reader of the chain. */
interface HeadLine {
  readonly at: string;
  readonly conversationId: string;
  readonly requestId: string;
  readonly seq: number;
  readonly v: number;
  readonly via: string;
}

/** A record, parsed. */
export interface Lines {
  readonly head: HeadLine;
  readonly entries: readonly Omit<Body, keyof HeadLine>[];
  readonly inner: InnerLine;
}

/** Parses the lines of a record. @throws for a text that is not a record */
export function recordLines({ body }: Pick<AuditRecord, "body">): Lines {
  const [head, ...entries] = body
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const inner = entries.pop() as InnerLine;
  if (inner.entries.length !== entries.length) {
    throw new TypeError("Cannot read a record: it has other entries");
  }
  return {
    head: head as HeadLine,
    entries: entries as Lines["entries"],
    inner,
  };
}

/** The entries of a record, in order. @param prev Hash of the previous record. */
export function recordEntries(
  record: AuditRecord,
  prev: string,
): readonly Entry[] {
  const { chainId, first, seq: last, hash, body } = record;
  const { head, entries, inner } = recordLines(record);
  const digests = body.split("\n").map(hexDigest);
  const { seq: _first, ...shared } = head;
  const events = inner.entries.filter((it) => it?.event).length;
  let eventSeq = record.eventSeq - events;
  let prevHash = prev;
  return entries.map((line, index) => {
    const seq = first + index;
    const { audience = null, event, own = null } = inner.entries[index] ?? {};
    if (event) eventSeq += 1;
    const entry: Entry = {
      ...{ chainId, seq, prevHash, audience, eventSeq, own },
      hash: entryHash(hash, seq, last),
      bodyHash: digests[1 + index] ?? "",
      said: { ...line, ...shared },
      event: event ? ({ ...event, at: head.at } as StoredEvent) : null,
      ...(seq === last && {
        commit: {
          entries: entries.length,
          head: digests[0] ?? "",
          inner: digests.at(-1) ?? "",
        },
      }),
    };
    prevHash = entry.hash;
    return entry;
  });
}
