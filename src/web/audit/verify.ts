import canonicalize from "canonicalize";
import type { AuditRecord } from "../api/types.ts";

/** What a check of a chain found. */
export interface Verdict {
  readonly count: number;
  /** Records whose body is not for this viewer; their links are checked all the same. */
  readonly redacted: number;
  readonly fault?: { readonly seq: number; readonly problem: string };
}

const GENESIS = "0".repeat(64);
const ENVELOPE: readonly string[] = ["seq", "hash", "prevHash", "bodyHash"];
/** All that a record has whose body is not for this viewer. */
const REDACTED: readonly string[] = [...ENVELOPE, "type"];
const HASH = /^[0-9a-f]{64}$/;

/**
 * Recomputes every link of a chain here, with the browser's own SHA-256:
 * `bodyHash = sha256(JCS(body))`, `hash = sha256(prevHash ‖ bodyHash)`, from the
 * first record to the head that the service names.
 */
export async function verify(
  records: readonly AuditRecord[],
  head: { readonly hash: string; readonly seq: number },
): Promise<Verdict> {
  let last = { seq: 0, hash: GENESIS };
  let redacted = 0;
  for (const record of records) {
    const problem = await problemOf(last, record);
    if (problem) {
      return { count: last.seq, redacted, fault: { seq: record.seq, problem } };
    }
    if (isRedacted(record)) redacted++;
    last = record;
  }
  if (last.hash === head.hash && last.seq === head.seq) {
    return { count: records.length, redacted };
  }
  const problem = "the chain does not end where the service says it ends";
  return { count: last.seq, redacted, fault: { seq: last.seq, problem } };
}

async function problemOf(
  last: { readonly seq: number; readonly hash: string },
  record: AuditRecord,
): Promise<string | undefined> {
  const { seq, hash, prevHash, bodyHash } = record;
  if (seq !== last.seq + 1) return `record ${last.seq + 1} is missing`;
  if (prevHash !== last.hash) return "it does not follow the record before it";
  if (!HASH.test(bodyHash)) return "its fingerprint is not one";
  if (isRedacted(record)) {
    const hasMore = Object.keys(record).some((it) => !REDACTED.includes(it));
    if (hasMore) return "it says that it is not for you and yet says more";
  } else {
    const bytes = new TextEncoder().encode(canonicalOf(bodyOf(record)));
    if ((await sha256(bytes)) !== bodyHash) return "its body was changed";
  }
  const link = Uint8Array.fromHex(prevHash + bodyHash);
  return (await sha256(link)) === hash ? undefined : "its hash is wrong";
}

/** True for a record whose body is not for this viewer. */
export function isRedacted({ type }: AuditRecord): boolean {
  return type === "redacted";
}

function bodyOf(record: AuditRecord): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !ENVELOPE.includes(name)),
  );
}

/** The RFC 8785 form of a body; what has none was never hashed. */
function canonicalOf(body: object): string {
  try {
    return canonicalize(body) ?? "";
  } catch {
    return "";
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex();
}
