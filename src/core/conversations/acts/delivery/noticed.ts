import type { QueryCall } from "../../../access/context.ts";
import { amountText, showMoney } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import { loadAccount } from "../../../identity/accounts.ts";
import type { HeldPrice, NoticeSubject } from "../../../mail/notice_text.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { dueStore } from "../store/due_store.ts";
import { conversationStore } from "../store/store.ts";

/**
 * The conversation as a notice shows it to one person: sender, title and price, as far as
 * they may read them, with the account's name for somebody else who acts as it. Undefined for
 * a person outside it.
 */
export async function noticed(
  call: QueryCall,
  conversationId: string,
  accountId: string,
  say: Say,
  isOthers = false,
): Promise<NoticeSubject | undefined> {
  const version = await dueStore(call.db).version(conversationId);
  if (version === undefined) return undefined;
  const conversation = await conversationStore(call.db).load(
    conversationId,
    version,
  );
  const { ownerId, fromAddress, title, participants } = conversation;
  const me = participants.find((it) => it.accountId === accountId);
  if (!me) return undefined;
  const isOwn = ownerId === accountId;
  // By their account's name: one chosen for a conversation could be any text.
  const fromName = isOwn ? "" : (await loadAccount(call, ownerId)).displayName;
  const from = isOwn ? undefined : { fromName, fromAddress };
  const team = me.kind === "team" || isOthers ? me.displayName : undefined;
  return { from, title, team, price: heldFor(conversation, me, say) };
}

function heldFor(
  { payment }: Conversation,
  { role }: Participant,
  say: Say,
): HeldPrice | undefined {
  if (payment?.status !== "held" || role === "cc" || role === "bcc") {
    return undefined;
  }
  return priceInWords(payment, say);
}

/** A price as a mail shows it. */
export function priceInWords(
  { price, rail }: NonNullable<Conversation["payment"]>,
  say: Say,
): HeldPrice {
  const { amount, currency } = showMoney(price);
  const text = amountText(amount, say.language);
  const words =
    rail === "ledger"
      ? say`${text} ${currency} (test money)`
      : `${text} ${currency}`;
  return { amount: text, words };
}
