import type { CommandCall } from "../access/context.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import { LIMITS } from "../base/limits.ts";
import { remotePlaceOf } from "../conversations/acts/store/foreign_queue.ts";
import type { Attempt } from "../db/tables/data/delivery_schema.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { isSilence, peerOpens, peerTold } from "../federation/circuits.ts";
import { mayReach } from "../federation/policy.ts";

/** Why the operator of this service lets nothing leave. */
const SHUT = { domain: "domain_refused", account: "account_disabled" } as const;

/** True if an error that ended a delivery says that its service or account is gone. Pure. */
export function meansGone(error: string): boolean {
  return isSilence(error) || error === SHUT.domain || error === SHUT.account;
}

/** Refuses what would leave for an account that the operator has closed, or whose domain. */
export async function shutOut(
  call: CommandCall,
  { recipient }: Delivery,
): Promise<DeliveryOutcome | undefined> {
  const { accountId } = remotePlaceOf(recipient);
  const account = await foreignStore(call.db).byAccount(accountId);
  if (!account) return undefined;
  if (account.disabledAt !== null) return failed(call.now, SHUT.account);
  return (await mayReach(call, account))
    ? undefined
    : failed(call.now, SHUT.domain);
}

/** Waits while the service is silent, but no longer than a message is tried. */
export async function silence(
  call: CommandCall,
  { recipient, createdAt }: Delivery,
): Promise<DeliveryOutcome | undefined> {
  const origin = await originOf(call, recipient);
  const opensAt = origin && (await peerOpens(call, origin));
  if (!opensAt) return undefined;
  const endsAt = createdAt + LIMITS.remoteKeptMs;
  return call.now >= endsAt
    ? failed(call.now, "unreachable")
    : { came: "later", afterMs: Math.min(opensAt, endsAt) - call.now };
}

function failed(at: number, error: string): DeliveryOutcome {
  const answer = { status: null, error, response: null };
  return { came: "failed", attempt: { at, tookMs: 0, ...answer } };
}

/** Opens or closes the circuit of the service, by whether it answered. */
export async function noteAnswer(
  call: CommandCall,
  { recipient }: Delivery,
  { error }: Attempt,
): Promise<void> {
  const origin = await originOf(call, recipient);
  if (origin === undefined) return;
  call.write(...(await peerTold(call, origin, error)));
}

async function originOf(
  { db }: CommandCall,
  recipient: string,
): Promise<string | undefined> {
  const { accountId } = remotePlaceOf(recipient);
  return (await foreignStore(db).byAccount(accountId))?.origin;
}
