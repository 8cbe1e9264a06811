import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { SERVICE_AGENTS } from "../agents/service_agents.ts";
import { checkpointStore } from "../audit/checkpoint_store.ts";
import { verifyLog } from "../audit/log/verify_log.ts";
import { auditStore } from "../audit/store.ts";
import type { CheckpointFault } from "../audit/verify_checkpoints.ts";
import {
  hasSigningKey,
  missingChains,
  verifyCheckpoints,
} from "../audit/verify_checkpoints.ts";
import type { Walked } from "../audit/walk.ts";
import { walkChain } from "../audit/walk.ts";
import { ID_PREFIXES } from "../base/ids.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import {
  ConversationId,
  closed,
  flag,
  integer,
  string,
} from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { rowsStore } from "../conversations/store/rows_store.ts";
import { verifyRows } from "../conversations/store/verify_rows.ts";
import { ServiceError } from "../errors/errors.ts";
import { standingStore } from "../identity/standing_store.ts";
import { verifyStanding } from "../identity/verify_standing.ts";
import {
  verifyHeldTransfers,
  verifyLedgerRows,
} from "../payments/verify_transfers.ts";
import { FoundByKind } from "../verify/kinds.ts";

/** Something that is not what the records say. */
interface Fault {
  readonly chainId: string;
  readonly seq: number;
  readonly problem: string;
}

/** Recomputes one chain, or everything, and compares the rows with it. */
export const verifyAudit = defineQuery({
  name: "verify_audit",
  title: "Verify the audit chains",
  description:
    "Recompute every hash of one audit chain, or of all, compare the stored conversations, files and money with what the records commit to, and list what does not fit.",
  access: OPERATOR_ONLY,
  input: closed({ conversationId: Type.Optional(ConversationId) }),
  output: closed({
    ok: flag("True if nothing is wrong."),
    chains: integer("How many chains were looked at."),
    records: integer("How many records were looked at."),
    faults: Type.Array(
      closed({
        chainId: string("A conversation, an account, or a part of the ledger."),
        seq: integer("The record; 0 if it is about none."),
        problem: string("What is wrong, in a sentence."),
      }),
    ),
    omitted: integer(
      `Further faults, each of a kind of which ${LIMITS.auditFaultsMax} are listed.`,
    ),
  }),
  async run({ conversationId }, call) {
    const found = new FoundByKind<Fault>();
    const counts = { chains: 0, records: 0 };
    for await (const fault of faultsIn(call, conversationId, counts)) {
      found.add(fault, `${fault.chainId}: ${fault.problem}`);
    }
    const { kept: faults, omitted } = found;
    if (conversationId !== undefined && counts.records === 0 && !faults[0]) {
      throw new ServiceError("conversation_not_found", {
        detail: told`Cannot find an audit chain of this conversation.`,
      });
    }
    return { ok: faults.length === 0, ...counts, faults, omitted };
  },
});

/** How much was looked at so far. */
interface Counts {
  chains: number;
  records: number;
}

async function* faultsIn(
  call: QueryCall,
  only: string | undefined,
  counts: Counts,
): AsyncGenerator<Fault> {
  const hasKey = await hasSigningKey(call);
  if (only === undefined) yield* checkpointFaults(verifyCheckpoints(call));
  for await (const chainId of chainsOf(call, only)) {
    const { records, faults } = await verifyOne(call, {
      chainId,
      hasKey,
    });
    counts.chains += 1;
    counts.records += records;
    for (const fault of faults) yield { chainId, ...fault };
  }
  if (only !== undefined) return;
  if (hasKey) yield* checkpointFaults(verifyLog(call));
  yield* checkpointFaults(missingChains(call));
  yield* unrecorded(call);
  for await (const it of verifyLedgerRows(call)) {
    yield { chainId: it.about, seq: it.seq, problem: it.problem };
  }
}

async function* chainsOf(
  call: QueryCall,
  only: string | undefined,
): AsyncGenerator<string> {
  if (only !== undefined) return yield only;
  const audit = auditStore(call.db);
  let ids = await audit.chainIds("", LIMITS.auditSlice);
  while (ids.length > 0) {
    yield* ids;
    ids = await audit.chainIds(ids.at(-1) ?? "", LIMITS.auditSlice);
  }
}

async function* checkpointFaults(
  found: AsyncIterable<CheckpointFault>,
): AsyncGenerator<Fault> {
  for await (const { about, problem } of found) {
    yield { chainId: about, seq: 0, problem };
  }
}

/** A chain to verify. */
interface Work {
  readonly chainId: string;
  /** False if the service's key is not the one that the records were made with. */
  readonly hasKey: boolean;
}

/** Verifies one chain and what it commits to, again if it grew meanwhile. */
async function verifyOne(call: QueryCall, work: Work) {
  const { chainId, hasKey } = work;
  for (let reread = 0; ; reread++) {
    const head = await checkpointStore(call.db).head(chainId);
    const walked = await walkChain(call, chainId, {
      hasKey,
      at: head?.seq,
    });
    const { end, fault, hashAt } = walked;
    if (fault) return { records: end.seq, faults: [fault] };
    const faults = [...(await faultsOf(call, chainId, walked))];
    if (head && hashAt !== head.hash) {
      const problem =
        "the record that the newest checkpoint names is not there";
      faults.unshift({ seq: head.seq, problem });
    }
    const isStill = (await auditStore(call.db).end(chainId)).seq === end.seq;
    if (faults.length === 0 || isStill || reread >= LIMITS.auditRereadsMax) {
      return { records: end.seq, faults };
    }
  }
}

async function faultsOf(
  call: QueryCall,
  chainId: string,
  walked: Walked,
): Promise<readonly Omit<Fault, "chainId">[]> {
  const { end, isVouched } = walked;
  if (end.seq === 0) return [];
  const faults: Omit<Fault, "chainId">[] = [];
  if (!isVouched) {
    const problem = "its end is missing, or not written with the service's key";
    faults.push({ seq: end.seq, problem });
  }
  for await (const it of verifyHeldTransfers(call, chainId, walked)) {
    faults.push({ seq: it.seq, problem: it.problem });
  }
  if (isConversation(chainId)) {
    faults.push(...(await verifyRows(call, chainId, walked)));
  } else if (isAccount(chainId) && !UNRECORDED.has(chainId)) {
    faults.push(...(await verifyStanding(call, chainId, walked)));
  }
  return faults;
}

function isConversation(chainId: string): boolean {
  return chainId.startsWith(`${ID_PREFIXES.conversation}_`);
}

function isAccount(chainId: string): boolean {
  return chainId.startsWith(`${ID_PREFIXES.account}_`);
}

/** Conversations and accounts whose whole chain is gone. */
async function* unrecorded(call: QueryCall): AsyncGenerator<Fault> {
  for (const { recorded } of [rowsStore(call.db), standingStore(call.db)]) {
    let after = "";
    for (let isMore = true; isMore; ) {
      await pace.turn();
      const page = await recorded(after);
      isMore = page.length === LIMITS.auditSlice;
      for (const { id, has } of page) {
        after = id;
        if (has || UNRECORDED.has(id)) continue;
        yield { chainId: id, seq: 0, problem: "its chain is missing" };
      }
    }
  }
}

/** The service's own agents are made with the service, by nobody. */
const UNRECORDED = new Set(SERVICE_AGENTS.map((it) => it.accountId));
