import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { definePreparedCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import type { RemoteTerms } from "../agents/remote/calls/remote_payment.ts";
import type { PinnedPayout } from "../agents/remote/pinned_payout.ts";
import { pinnedPayout } from "../agents/remote/pinned_payout.ts";
import { fetchRemoteCard } from "../agents/remote/remote_card.ts";
import { closed, flag } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { newPayment } from "../conversations/acts/drafts/commit_submit.ts";
import { closeWithout } from "../conversations/acts/settlement/settle.ts";
import {
  move,
  recordEvent,
  setPayment,
} from "../conversations/acts/store/change.ts";
import type { Done } from "../conversations/model/acting.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { SENDER } from "../conversations/model/model.ts";
import { isFreeOf } from "../conversations/model/payee.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Payment } from "../payments/model.ts";
import type { WrongTerm } from "../payments/terms/foreign_terms.ts";
import { wrongTerm } from "../payments/terms/foreign_terms.ts";

/**
 * Takes the terms by which a payee at another service is paid, after comparing them with its
 * signed card. Wrong ones end the request: no wallet is asked to sign them.
 */
export const takeRemoteTerms = definePreparedCommand({
  name: "take_remote_terms",
  title: "Take the terms of a payment elsewhere",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: Type.String(),
    accountId: Type.String(),
    accepts: Type.Array(Type.Unsafe<RemoteTerms>({})),
  }),
  output: closed({ done: flag("False if the card could not be read now.") }),
  // A payout address may have changed since the card was read for the message.
  async prepare({ accountId }, call): Promise<Pinned> {
    const account = await foreignStore(call.db).byAccount(accountId);
    if (!account) return undefined;
    try {
      const found = await fetchRemoteCard(call, account.cardUrl);
      const isSame = new URL(found.url).origin === account.origin;
      const { chain } = call.settings;
      return (isSame && pinnedPayout(found, chain?.place)) || null;
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, accountId, accepts }, call, pinned) {
    if (pinned === undefined) return { done: false };
    await actOfClock(call, conversationId, (acting, before, next) =>
      isAwaited(before, accountId)
        ? takeTerms(acting, next, { accepts, pinned })
        : undefined,
    );
    return { done: true };
  },
});

/** Null if the card names no wallet that can be paid; undefined if it could not be read. */
type Pinned = PinnedPayout | null | undefined;

/** True while no wallet has signed for the account's price, or while it has none. */
function isAwaited(conversation: Conversation, accountId: string): boolean {
  const { payment } = conversation;
  if (isFreeOf(conversation, accountId)) return true;
  return (
    payment?.rail === "x402" &&
    payment.status === "requires_payment" &&
    payment.payeeId === accountId &&
    payment.pendingAt === null
  );
}

interface Offered {
  readonly accepts: readonly RemoteTerms[];
  readonly pinned: PinnedPayout | null;
}

function takeTerms(
  call: CommandCall,
  conversation: Conversation,
  { accepts, pinned }: Offered,
): Done | undefined {
  const { place } = call.settings.chain ?? {};
  const priced = { ...conversation, rail: "x402" } as const;
  const payment = conversation.payment ?? newPayment(call, priced);
  if (!place || !pinned) return refuse(call, conversation, "card");
  const asking = { place, pinned, price: payment.price, now: call.now };
  const found = accepts.find(({ terms }) => !wrongTerm(terms, asking));
  const [first] = accepts;
  if (!found) {
    return first && refuse(call, conversation, wrongTerm(first.terms, asking));
  }
  const isSame = JSON.stringify(found.given) === JSON.stringify(payment.terms);
  if (isSame) return undefined;
  const asked = askedBy(payment, found);
  const type = "payment.requires_payment";
  const waiting = setPayment(call, priced, asked, type);
  const { state } = conversation;
  const reason = "below_recipient_price";
  const after = conversation.payment
    ? waiting
    : move(call, waiting, state, "price_asked", { reason });
  return { after, notify: [SENDER] };
}

/** The price as the other service asks for it, and when the payer can take it back alone. */
function askedBy(payment: Payment, { terms, given }: RemoteTerms): Payment {
  const amount = Number(terms.amount);
  const { captureDeadline, maxFeeBps, authCaptureEscrow } = terms.extra;
  return {
    ...payment,
    terms: given,
    asked: amount > payment.price ? amount : null,
    feeBps: maxFeeBps,
    reclaim: { at: captureDeadline * 1_000, to: authCaptureEscrow, data: null },
  };
}

function refuse(
  call: CommandCall,
  conversation: Conversation,
  term: WrongTerm | "card" = "card",
): Done {
  recordEvent(call, conversation, "payment.terms_refused", { refs: { term } });
  const after = closeWithout(call, conversation, "fail", {
    reason: "terms_refused",
    voidReason: "payment_not_completed",
  });
  return { after, notify: [SENDER] };
}
