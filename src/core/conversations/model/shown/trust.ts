import type { Static } from "typebox";
import type { ContactType } from "../../../addresses/contact_types.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { walletIn } from "../../../base/rails/wallet_name.ts";
import { showChainAddress } from "../../../payments/terms/address.ts";
import type { Conversation, Participant } from "../model.ts";
import type { TrustSchema } from "../part_schemas.ts";

export type TrustView = Static<typeof TrustSchema>;

/** The amount held for, or released by, a conversation; null if none. */
export function paidIn({
  payment,
}: Pick<Conversation, "payment">): MicroUsdc | null {
  const isPaid = payment?.status === "held" || payment?.status === "released";
  return isPaid ? payment.price - payment.returned : null;
}

/**
 * The service's facts about a participant for one viewer: from the viewer's contacts when the
 * conversation reached them, and from the ledger (docs/trust.md). The author's own claims are
 * separate.
 */
export function trustOf(
  conversation: Conversation,
  author: Participant,
  viewer: Participant,
): TrustView {
  const amount = paidIn(conversation);
  const paid = amount === null ? null : showMoney(amount);
  if (author.position === viewer.position) {
    return { relation: "self", firstContact: false, paid };
  }
  const wallet = buyersWallet(author);
  const claim = {
    ...(author.role === "sender" && { claimedType: conversation.contactType }),
    ...(author.remote && { origin: author.remote.origin }),
    ...(wallet !== undefined && { wallet: showChainAddress(wallet) }),
  };
  if (author.kind === "service") {
    return { relation: "service", ...claim, firstContact: false, paid };
  }
  const contactType = entryFor(author, viewer);
  if (contactType !== undefined) {
    return {
      relation: "contact",
      contactType,
      ...claim,
      firstContact: false,
      paid,
    };
  }
  // By the sender's contacts then: a pair's later conversations are not a first contact.
  const firstContact =
    author.role === "sender" && !author.knows.includes(viewer.position);
  return { relation: "stranger", ...claim, firstContact, paid };
}

/** The wallet of a buyer without an account, whose address only the service gives. */
export function buyersWallet({ address, accountId, remote }: Participant) {
  return accountId === null || remote ? undefined : walletIn(address);
}

/** The contact type that a participant had in the viewer's contacts; undefined if none. */
function entryFor(
  { position }: Participant,
  { knowsAs }: Participant,
): ContactType | undefined {
  return knowsAs[position];
}
