import { hexDigest } from "./bytes.ts";
import { entryHash, NO_HASH, recordHash } from "./record_hash.ts";
import type { Row } from "./rows.ts";
import { asRow, memberText, numberIn } from "./rows.ts";

/** An entry of a chain as REST returns it; a forged one may contain anything. */
export interface ShownRecord {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly bodyHash: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The end of the checked part of a chain. */
export interface CheckedEnd {
  readonly seq: number;
  readonly hash: string;
}

export const NO_RECORD: CheckedEnd = { seq: 0, hash: NO_HASH };

const ENVELOPE: readonly string[] = [
  "seq",
  "hash",
  "prevHash",
  "bodyHash",
  "commit",
];
/** All members of an entry that this viewer may not read. */
const REDACTED: readonly string[] = [...ENVELOPE, "type"];
/** Members that all entries of a record share: its head. */
const SHARED: readonly string[] = [
  "at",
  "conversationId",
  "requestId",
  "v",
  "via",
];
const HASH = /^[0-9a-f]{64}$/;

/** Checks a chain entry by entry: the last entry of each record has what its hash follows from. */
export class ChainCheck {
  /** The last entry. */
  #last: CheckedEnd;
  /** The hash of the record before. */
  #prev: string;
  #open: ShownRecord[] = [];
  #head: string | undefined;

  /** @param from The end of a record. */
  constructor(from: CheckedEnd = NO_RECORD) {
    this.#last = from;
    this.#prev = from.hash;
  }

  get last(): CheckedEnd {
    return this.#last;
  }

  /** False while the rest of a record is missing: its hash is not checked yet. */
  get isWhole(): boolean {
    return this.#open.length === 0;
  }

  /** Checks the next entry; returns its fault, if there is one. */
  add(entry: ShownRecord): string | undefined {
    const problem = this.#placeProblem(entry) ?? this.#lineProblem(entry);
    if (problem !== undefined) return problem;
    const { seq, hash } = entry;
    this.#last = { seq, hash };
    this.#open.push(entry);
    return entry.commit === undefined ? undefined : this.#close(entry);
  }

  #placeProblem({ seq, prevHash, bodyHash }: ShownRecord) {
    if (seq !== this.#last.seq + 1) {
      return `record ${this.#last.seq + 1} is missing`;
    }
    if (prevHash !== this.#last.hash) {
      return "it does not follow the record before it";
    }
    return HASH.test(bodyHash) ? undefined : "its fingerprint is malformed";
  }

  #lineProblem(entry: ShownRecord): string | undefined {
    if (isRedactedRecord(entry)) {
      const hasMore = Object.keys(entry).some((it) => !REDACTED.includes(it));
      return hasMore
        ? "it is marked as not for you but has more members"
        : undefined;
    }
    const line = membersOf(
      entry,
      (name) => !ENVELOPE.includes(name) && !SHARED.includes(name),
    );
    if (hexDigest(canonicalText(line)) !== entry.bodyHash) {
      return "its body was changed";
    }
    const shared = membersOf(entry, (name) => SHARED.includes(name));
    const seq = this.#open[0]?.seq ?? entry.seq;
    const head = hexDigest(canonicalText({ ...shared, seq }));
    if (this.#head !== undefined && this.#head !== head) {
      return "its body was changed";
    }
    this.#head = head;
    return undefined;
  }

  #close({ commit, seq: last }: ShownRecord): string | undefined {
    const row: Row = asRow(commit) ?? {};
    const head = memberText(row, "head");
    const inner = memberText(row, "inner");
    const isFit =
      HASH.test(head) &&
      HASH.test(inner) &&
      numberIn(row, "entries") === this.#open.length;
    if (!isFit) return "its hash does not match its parts";
    if (this.#head !== undefined && this.#head !== head) {
      return "its body was changed";
    }
    const digests = this.#open.map(({ bodyHash }) => bodyHash);
    const hash = recordHash(this.#prev, [head, ...digests, inner]);
    const isRight = this.#open.every(
      (it) => it.hash === entryHash(hash, it.seq, last),
    );
    this.#prev = hash;
    this.#open = [];
    this.#head = undefined;
    return isRight ? undefined : "its hash is wrong";
  }
}

/** True for an entry that this viewer may not read. */
export function isRedactedRecord({ type }: Pick<ShownRecord, "type">): boolean {
  return type === "redacted";
}

function membersOf(
  entry: ShownRecord,
  isIn: (name: string) => boolean,
): object {
  return Object.fromEntries(
    Object.entries(entry).filter(([name]) => isIn(name)),
  );
}

/** The RFC 8785 form of a JSON value. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, it]) => `${JSON.stringify(name)}:${canonicalText(it)}`);
  return `{${members.join(",")}}`;
}
