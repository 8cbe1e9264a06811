import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { hasSigningKey } from "../audit/log/verify_log.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  closed,
  flag,
  integer,
  nullable,
  string,
} from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { FoundByKind } from "../verify/kinds.ts";
import { VerifyMark } from "../verify/mark.ts";
import { resultsStore } from "../verify/results_store.ts";
import { Share } from "../verify/share.ts";
import { verifyChains } from "../verify/verify_chains.ts";
import type { Counts, Fault } from "../verify/verify_everything.ts";
import { verifyEverything } from "../verify/verify_everything.ts";

/** Recomputes one chain, or all, and compares the rows with it. */
export const verifyAudit = defineQuery({
  name: "verify_audit",
  title: "Verify the audit chains",
  access: OPERATOR_ONLY,
  input: closed({
    conversationId: Type.Optional(ConversationId),
    changed: Type.Optional(
      Type.Boolean({
        description: `True checks what was written since the last verification, and one of ${LIMITS.verifyTurns} parts of what is older, within the service's share of a core (VERIFY_SHARE).`,
      }),
    ),
  }),
  output: closed({
    ok: flag("True if nothing is wrong."),
    chains: integer("How many chains were checked."),
    records: integer("How many entries they have."),
    faults: Type.Array(
      closed({
        chainId: string("A conversation, an account, or a part of the ledger."),
        seq: integer("The entry; 0 if none."),
        problem: string("The problem, in a sentence."),
      }),
    ),
    omitted: integer(
      `Further faults, each of a kind of which ${LIMITS.auditFaultsMax} are listed.`,
    ),
    mark: nullable(VerifyMark),
  }),
  async run({ conversationId, changed = false }, call) {
    const found = new FoundByKind<Fault>();
    const counts = { chains: 0, records: 0 };
    const faulty =
      conversationId === undefined
        ? everything(call, changed, counts)
        : oneChain(call, conversationId, counts);
    let mark: VerifyMark | null = null;
    for (;;) {
      const { done, value } = await faulty.next();
      if (done) {
        mark = value;
        break;
      }
      found.add(value, `${value.chainId}: ${value.problem}`);
    }
    const { kept: faults, omitted } = found;
    if (conversationId !== undefined && counts.records === 0 && !faults[0]) {
      throw new ServiceError("conversation_not_found", {
        detail: told`Cannot find an audit chain of this conversation.`,
      });
    }
    const ok = faults.length === 0;
    // Without a mark, the next verification checks everything again.
    return { ok, ...counts, faults, omitted, mark: ok ? mark : null };
  },
});

async function* oneChain(
  call: QueryCall,
  chainId: string,
  counts: Counts,
): AsyncGenerator<Fault, null> {
  const isMac = (await hasSigningKey(call)) ? call.signer.isMac : undefined;
  for await (const it of verifyChains(call, [chainId], isMac)) {
    counts.chains += 1;
    counts.records += it.entries;
    for (const fault of it.faults) yield { chainId, ...fault };
  }
  return null;
}

async function* everything(
  call: QueryCall,
  changed: boolean,
  counts: Counts,
): AsyncGenerator<Fault, VerifyMark> {
  const last = changed
    ? await resultsStore(call.db).newest("verify")
    : undefined;
  const since = last?.mark ?? undefined;
  const share = new Share(changed ? call.settings.verifyShare : 100);
  return yield* verifyEverything(call, { since, share, counts });
}
