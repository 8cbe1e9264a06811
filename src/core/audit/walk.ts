import type { OwnerBatch } from "../db/owned_rows.ts";
import type { Body, Head } from "./chain.ts";
import { GENESIS } from "./chain.ts";
import type { Lines } from "./lines.ts";
import { recordRows } from "./store.ts";
import type { ChainFault, IsMac } from "./verify_records.ts";
import { checkRecord } from "./verify_records.ts";

/** The last digest of a row in a chain, and its record. */
export interface Covered {
  readonly digest: string;
  readonly seq: number;
}

/** The last entry of a chain about an account, or about something it owns. */
export interface LastEntry {
  readonly type: string;
  readonly refs: Readonly<Record<string, string>>;
  readonly seq: number;
}

/** The content of a whole chain, after every record was recomputed. */
export interface Walked {
  readonly end: Head;
  readonly fault?: ChainFault;
  readonly records: number;
  /** Rows that must exist, by name. */
  readonly covered: Map<string, Covered>;
  /** By the id of an address, a domain or a credential, or "account". */
  readonly standing: ReadonlyMap<string, LastEntry>;
  /** The type of the last entry. */
  readonly type: string | undefined;
}

/**
 * Recomputes a chain and gathers its commitments.
 * @param isMac The service's keys; absent if the chain has another key.
 */
export async function walkChain(
  batch: OwnerBatch,
  chainId: string,
  isMac?: IsMac,
): Promise<Walked> {
  const covered = new Map<string, Covered>();
  const standing = new Map<string, LastEntry>();
  let end: Head = GENESIS;
  let type: string | undefined;
  let records = 0;
  const walked = () => ({ covered, standing, type, end, records });
  for await (const record of batch.rows(recordRows(batch.db), chainId)) {
    const lines = checkRecord(end, record, isMac);
    if (typeof lines === "string") {
      const fault = { seq: record.first, problem: lines };
      return { ...walked(), fault };
    }
    records += 1;
    end = { seq: record.seq, hash: record.hash, eventSeq: record.eventSeq };
    for (const [index, said] of lines.entries.entries()) {
      type = said.type;
      note(standing, said, record.first + index);
    }
    cover(covered, lines, record.seq);
  }
  return walked();
}

function cover(
  covered: Map<string, Covered>,
  { inner }: Lines,
  seq: number,
): void {
  for (const [name, digest] of Object.entries(inner.rows ?? {})) {
    if (digest === null) covered.delete(name);
    else covered.set(name, { digest, seq });
  }
}

/** Records the standing that an entry of an account's chain changes. */
function note(
  standing: Map<string, LastEntry>,
  { type, refs = {} }: Pick<Body, "type" | "refs">,
  seq: number,
): void {
  const about = STANDING[type.split(".")[0] ?? ""]?.(type, refs);
  if (about !== undefined) standing.set(about, { type, refs, seq });
}

type About = (
  type: string,
  refs: Readonly<Record<string, string>>,
) => string | undefined;

const STANDING: Readonly<Record<string, About>> = {
  address: (_type, { addressId }) => addressId,
  domain: (_type, { domainId }) => domainId,
  credential: (_type, { credentialId }) => credentialId,
  member: (_type, { credentialId }) => credentialId,
  account: (type) =>
    type === "account.disabled" || type === "account.enabled"
      ? "account"
      : undefined,
};
