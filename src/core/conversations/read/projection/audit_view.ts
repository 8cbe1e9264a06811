import type { Static } from "typebox";
import type { QueryCall } from "../../../access/context.ts";
import type { Entry } from "../../../audit/chain.ts";
import { GENESIS } from "../../../audit/chain.ts";
import { auditStore } from "../../../audit/store.ts";
import { pace } from "../../../base/pace.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Loaded } from "../../acts/store/load.ts";
import { canRead } from "../../model/audience.ts";
import type { AuditRecordSchema } from "../../model/record_schemas.ts";
import type { RecordActor } from "../../model/shown/present_actor.ts";
import { presentRecordActor } from "../../model/shown/present_actor.ts";

export type AuditRecordView = Static<typeof AuditRecordSchema>;

/** One page of a conversation's chain, and the end of the chain. */
export interface AuditPage {
  readonly records: AuditRecordView[];
  readonly actors: RecordActor[];
  readonly head: { hash: string; seq: number };
  readonly nextAfter: string | null;
  readonly hasMore: boolean;
}

/**
 * Reads the chain after a hash, for one viewer (docs/audit.md, A record).
 * @throws unknown_hash
 */
export async function readAuditPage(
  call: QueryCall,
  { conversation, viewerState, me }: Loaded,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<AuditPage> {
  const store = auditStore(call.db);
  const chainId = conversation.id;
  const after =
    page.after === undefined || page.after === GENESIS.hash
      ? 0
      : await store.seqOf(chainId, page.after);
  if (after === undefined) {
    throw new ServiceError("unknown_hash", {
      detail: told`Cannot continue: no record of this conversation has this hash.`,
    });
  }
  const rows = await store.page(chainId, after, page.limit + 1);
  const shown = rows.length > page.limit ? wholeCommits(rows, page) : rows;
  const last = shown.at(-1);
  const { hash, seq } = await store.end(chainId);
  const { position } = viewerState;
  const records: AuditRecordView[] = [];
  const actors: RecordActor[] = [];
  for (const row of shown) {
    await pace.turn();
    records.push(recordFor(row, position));
    if (!canRead(row, position)) continue;
    actors.push(presentRecordActor(conversation, row, me, call.say));
  }
  return {
    records,
    actors,
    head: { hash, seq },
    nextAfter: last?.hash ?? page.after ?? null,
    hasMore: rows.length > shown.length,
  };
}

/** As many as fit, to the end of a commit if there is one: the next page starts fastest there. */
function wholeCommits(
  rows: readonly Entry[],
  { limit }: { readonly limit: number },
): readonly Entry[] {
  const most = rows.slice(0, limit);
  const end = most.findLastIndex(({ commit }) => commit);
  return end < 0 ? most : most.slice(0, end + 1);
}

function recordFor(row: Entry, position: number): AuditRecordView {
  return canRead(row, position)
    ? shownEntry(row)
    : { ...placeOf(row), type: "redacted" };
}

/** An entry for its readers. */
export function shownEntry(entry: Entry): AuditRecordView {
  return { ...placeOf(entry), ...entry.said };
}

function placeOf({ seq, hash, prevHash, bodyHash, commit }: Entry) {
  return { seq, hash, prevHash, bodyHash, ...(commit && { commit }) };
}
