import { fromHex, hexDigest } from "./bytes.ts";

/** A record of a chain as REST gives it; whoever forged one may have written anything. */
export interface ShownRecord {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly bodyHash: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Where a chain was checked up to. */
export interface CheckedEnd {
  readonly seq: number;
  readonly hash: string;
}

export const NO_RECORD: CheckedEnd = { seq: 0, hash: "0".repeat(64) };

const ENVELOPE: readonly string[] = ["seq", "hash", "prevHash", "bodyHash"];
/** All that a record has whose body is not for this viewer. */
const REDACTED: readonly string[] = [...ENVELOPE, "type"];
const HASH = /^[0-9a-f]{64}$/;

/**
 * Checks that a record follows the one before:
 * `bodyHash = sha256(JCS(body))`, `hash = sha256(prevHash ‖ bodyHash)`.
 * @returns What is wrong with it, if anything is.
 */
export async function problemOfRecord(
  last: CheckedEnd,
  record: ShownRecord,
): Promise<string | undefined> {
  const { seq, hash, prevHash, bodyHash } = record;
  if (seq !== last.seq + 1) return `record ${last.seq + 1} is missing`;
  if (prevHash !== last.hash) return "it does not follow the record before it";
  if (!HASH.test(bodyHash)) return "its fingerprint is not one";
  if (isRedactedRecord(record)) {
    const hasMore = Object.keys(record).some((it) => !REDACTED.includes(it));
    if (hasMore) return "it says that it is not for you and yet says more";
  } else if (hexDigest(canonicalText(bodyIn(record))) !== bodyHash) {
    return "its body was changed";
  }
  const link = hexDigest(fromHex(prevHash + bodyHash));
  return link === hash ? undefined : "its hash is wrong";
}

/** True for a record whose body is not for this viewer. */
export function isRedactedRecord({ type }: Pick<ShownRecord, "type">): boolean {
  return type === "redacted";
}

function bodyIn(record: ShownRecord): object {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !ENVELOPE.includes(name)),
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
