import canonicalize from "canonicalize";
import type { RestClient } from "./rest_client.ts";
import { expect } from "./stage.ts";

/** A record of the chain; what else it holds is its body. */
interface AuditRecord {
  readonly seq: number;
  readonly hash: string;
  readonly prevHash: string;
  readonly bodyHash: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

interface AuditPage {
  readonly records: readonly AuditRecord[];
  readonly head: { readonly hash: string; readonly seq: number };
  readonly nextAfter: string | null;
  readonly hasMore: boolean;
}

const GENESIS = "0".repeat(64);

/**
 * Reads a conversation's audit chain and recomputes every hash of it, with
 * nothing but RFC 8785 and SHA-256: `bodyHash` over the body, `hash` over the
 * 64 bytes of `prevHash` and `bodyHash`. Gives the number of records.
 * @throws Mismatch if one does not fit.
 */
export async function checkChain(
  rest: RestClient,
  conversationId: string,
): Promise<number> {
  const path = `/v1/conversations/${conversationId}/audit`;
  let last = GENESIS;
  let seq = 0;
  for (;;) {
    const page = await rest.get<AuditPage>(`${path}?after=${last}`);
    for (const record of page.records) {
      seq += 1;
      checkRecord(record, seq, last);
      last = record.hash;
    }
    if (page.hasMore) continue;
    expect(seq > 0, "The audit chain is empty");
    expect(
      page.head.hash === last && page.head.seq === seq,
      "The audit chain does not end where its head says",
    );
    return seq;
  }
}

function checkRecord(record: AuditRecord, at: number, before: string): void {
  const { seq, hash, prevHash, bodyHash, ...body } = record;
  expect(seq === at, `Audit record ${at} says that it is record ${seq}`);
  expect(prevHash === before, `Audit record ${at} does not link to the last`);
  // The body of a redacted record is not for this reader; its link still holds.
  const isHidden = record.type === "redacted";
  expect(
    isHidden || sha256(canonicalize(body) ?? "") === bodyHash,
    `The body of audit record ${at} was changed`,
  );
  expect(
    sha256(Uint8Array.fromHex(prevHash + bodyHash)) === hash,
    `The hash of audit record ${at} is wrong`,
  );
}

function sha256(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, "hex");
}
