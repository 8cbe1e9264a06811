import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import type { ChainFault } from "../audit/chain.ts";
import { GENESIS, verifyStretch } from "../audit/chain.ts";
import { auditStore } from "../audit/store.ts";
import type { QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { defineQuery, OPERATOR_ONLY } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";

/** Recomputes the hashes of one chain, or of all of them. */
export const verifyAudit = defineQuery({
  name: "verify_audit",
  title: "Verify the audit chains",
  description:
    "Recompute every hash of one audit chain, or of all, and list what does not fit.",
  access: OPERATOR_ONLY,
  input: closed({ conversationId: Type.Optional(ConversationId) }),
  output: closed({
    ok: Type.Boolean(),
    chains: Type.Integer(),
    records: Type.Integer(),
    faults: Type.Array(
      closed({
        chainId: Type.String(),
        seq: Type.Integer(),
        problem: Type.String(),
      }),
    ),
  }),
  async run({ conversationId }, call) {
    const faults: (ChainFault & { readonly chainId: string })[] = [];
    let chains = 0;
    let records = 0;
    for await (const chainId of chainsOf(call, conversationId)) {
      const verified = await verify(call, chainId);
      chains += 1;
      records += verified.records;
      if (verified.fault) faults.push({ chainId, ...verified.fault });
      if (faults.length >= LIMITS.auditFaultsMax) break;
    }
    if (conversationId !== undefined && records === 0 && faults.length === 0) {
      throw new ServiceError("conversation_not_found", {
        detail: "Cannot find an audit chain of this conversation.",
      });
    }
    return { ok: faults.length === 0, chains, records, faults };
  },
});

async function* chainsOf(
  call: QueryCall,
  only: string | undefined,
): AsyncGenerator<string> {
  if (only !== undefined) return yield only;
  const audit = auditStore(call.db);
  let ids = await audit.chainIds("", LIMITS.auditPageMax);
  while (ids.length > 0) {
    yield* ids;
    ids = await audit.chainIds(ids.at(-1) ?? "", LIMITS.auditPageMax);
  }
}

/** One page at a time; between two pages others have their turn. */
async function verify(call: QueryCall, chainId: string) {
  const audit = auditStore(call.db);
  let end = GENESIS;
  for (;;) {
    await setImmediate();
    const rows = await audit.page(chainId, end.seq, LIMITS.auditPageMax);
    const verified = verifyStretch(end, rows);
    end = verified.end;
    if (verified.fault) return { records: end.seq, fault: verified.fault };
    if (rows.length < LIMITS.auditPageMax) return { records: end.seq };
  }
}
