import type { CommandCall, QueryCall } from "../../access/context.ts";
import { checkpointStore } from "../../audit/checkpoint_store.ts";
import { perDatabase } from "../../db/per_database.ts";
import { transferName } from "../../payments/ledger.ts";
import { verifyStore } from "../../payments/verify_store.ts";
import {
  chainOf,
  digest,
  holdsTransfer,
} from "../../payments/verify_transfers.ts";
import { newSalt, recordEvent } from "./change.ts";
import { heldOf } from "./seals.ts";
import { conversationStore } from "./store.ts";
import { unsealedStore } from "./unsealed_store.ts";

/** Some of what 0.1 left, which no record holds a digest of. */
export interface OldRows {
  readonly conversations: readonly {
    readonly id: string;
    readonly version: number;
  }[];
  /** Transfers to hold, by the chain of the account that they went to. */
  readonly credits: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** The last credit that was looked at. */
  readonly upTo: string;
}

const NOTHING: OldRows = { conversations: [], credits: new Map(), upTo: "" };

/** How far the credits were looked through; from the start again after a restart. */
const places = perDatabase(() => ({ upTo: "" }));

/**
 * What is still to be sealed before the first checkpoint. Once there is one,
 * everything is.
 */
export async function oldRows(call: QueryCall): Promise<OldRows> {
  if (await checkpointStore(call.db).newest()) return NOTHING;
  const store = unsealedStore(call.db);
  const conversations = await store.conversations();
  if (conversations.length > 0) return { ...NOTHING, conversations };
  let { upTo } = places(call.db);
  for (;;) {
    const ids = await store.credits(upTo);
    const last = ids.at(-1);
    if (last === undefined) return NOTHING;
    upTo = last;
    const credits = await unheld(call, ids);
    if (credits.size > 0) return { ...NOTHING, credits, upTo };
  }
}

async function unheld(call: QueryCall, ids: readonly string[]) {
  const store = verifyStore(call.db);
  const found = new Map<string, Record<string, string>>();
  for (const row of await store.named(ids)) {
    const chainId = chainOf(row);
    const made = digest(row);
    const name = transferName(row.id);
    if (chainId === undefined || made === undefined) continue;
    if (await holdsTransfer(call, chainId, { name, digest: made })) continue;
    found.set(chainId, { ...found.get(chainId), [name]: made });
  }
  return found;
}

/** The chains that sealing appends to. */
export function chainsOf({ conversations, credits }: OldRows): string[] {
  return [...conversations.map(({ id }) => id), ...credits.keys()];
}

/** Has records hold what 0.1 left, as it is now: from here on a change shows. */
export async function sealOld(
  call: CommandCall,
  { conversations, credits, upTo }: OldRows,
): Promise<void> {
  for (const it of conversations) await sealOne(call, it);
  for (const [chainId, transfers] of credits) {
    call.record({ chainId, type: "account.sealed" });
    call.hold(chainId, transfers);
  }
  if (credits.size > 0) {
    call.committed(() => Object.assign(places(call.db), { upTo }));
  }
}

async function sealOne(
  call: CommandCall,
  { id, version }: OldRows["conversations"][number],
): Promise<void> {
  const store = conversationStore(call.db);
  const before = await store.load(id, version);
  // A write in between has sealed it already.
  if (before.auditSalt !== null) return;
  const auditSalt = newSalt(call);
  const sealed = { ...before, auditSalt };
  recordEvent(call, sealed, "conversation.sealed");
  call.hold(id, heldOf(null, sealed, auditSalt));
  const { payment } = sealed;
  if (payment) {
    const ids = await unsealedStore(call.db).transfersOf(payment.id);
    for (const row of await verifyStore(call.db).named(ids)) {
      const made = digest(row);
      if (made !== undefined) call.hold(id, { [transferName(row.id)]: made });
    }
  }
  call.write(unsealedStore(call.db).seal(sealed));
  call.committed(() => store.keep(sealed));
}
