import type { CommandCall } from "../../../access/context.ts";
import { foreignStore } from "../../../addresses/foreign/foreign_store.ts";
import { ownAddressOf } from "../../../addresses/owned.ts";
import { walletIn, walletName } from "../../../base/rails/wallet_name.ts";
import { accountStore } from "../../../identity/accounts_store.ts";
import type { Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { unmet } from "./recipients.ts";

/** The caller as the sender of a conversation. */
export async function senderParticipant(
  call: CommandCall,
): Promise<Participant> {
  const { accountId, origin, guest } = call.member;
  if (origin !== undefined) return await foreignSender(call, accountId);
  const own = await ownAddressOf(call, accountId);
  const account = own ? undefined : await accountStore(call.db).byId(accountId);
  // At its first order a wallet has no account yet.
  const wallet = walletIn(guest?.address ?? "");
  const local = own?.localPart ?? wallet ?? accountId;
  const unnamed = wallet ? walletName(wallet) : local;
  return {
    position: SENDER,
    accountId,
    address: `${local}@${call.settings.addressDomain}`,
    displayName: own?.displayName ?? account?.displayName ?? unnamed,
    role: "sender",
    kind: own?.accountKind ?? account?.kind ?? "person",
    deliveryState: "on_service",
    deliveryAt: call.now,
    joinedAt: call.now,
    remote: null,
    knows: [],
    knowsAs: {},
    reached: true,
  };
}

/** The same for a sender whose inbox is at another service. */
async function foreignSender(
  call: CommandCall,
  accountId: string,
): Promise<Participant> {
  const foreign = await foreignStore(call.db).byAccount(accountId);
  if (!foreign) throw new RangeError("A foreign caller has an account");
  const { address, displayName, kind } = foreign;
  return {
    position: SENDER,
    ...{ accountId, address, displayName, kind },
    role: "sender",
    deliveryState: "remote_delivered",
    deliveryAt: call.now,
    joinedAt: call.now,
    remote: unmet(foreign),
    knows: [],
    knowsAs: {},
    reached: true,
  };
}
