import type { ShownRecord } from "../../packages/verify/src/records.ts";
import { ChainCheck } from "../../packages/verify/src/records.ts";
import type { RestClient } from "./rest_client.ts";
import { expect } from "./stage.ts";

interface AuditPage {
  readonly records: readonly ShownRecord[];
  readonly head: { readonly hash: string; readonly seq: number };
  readonly hasMore: boolean;
}

/**
 * Reads a conversation's audit chain and recomputes every hash of it, with the same check
 * that `verify.mjs` and the page *Audit* are made of. Gives the number of records.
 * @throws Mismatch if one does not fit.
 */
export async function checkChain(
  rest: RestClient,
  conversationId: string,
): Promise<number> {
  const path = `/v1/conversations/${conversationId}/audit`;
  const check = new ChainCheck();
  for (;;) {
    const after = check.last.hash;
    const page = await rest.get<AuditPage>(`${path}?after=${after}`);
    for (const record of page.records) {
      const problem = check.add(record);
      expect(!problem, `Audit record ${record.seq} is wrong: ${problem}`);
    }
    if (page.hasMore) continue;
    const { seq, hash } = check.last;
    expect(seq > 0, "The audit chain is empty");
    expect(
      check.isWhole && page.head.hash === hash && page.head.seq === seq,
      "The audit chain does not end where its head says",
    );
    return seq;
  }
}
