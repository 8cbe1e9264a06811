import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { CONFLICT, DENIED, UNSUPPORTED } from "./error_row.ts";

/** The rows of the error table about money; ERRORS has them all. */
export const PAYMENT_ERRORS = {
  not_payee: {
    ...DENIED,
    title: phrase`Only the payee can do this`,
    fix: phrase`Ask the account in payment.payee to do it.`,
  },
  insufficient_balance: {
    ...CONFLICT,
    title: phrase`The balance is too low`,
    fix: {
      rest: phrase`Add money, then try again. GET /v1/balance shows what's available.`,
      mcp: "Ask your person to add money, then try again. svc.get_balance shows what's available.",
      a2a: "Ask your person to add money, then try again.",
    },
  },
  payment_required: {
    status: 402,
    ...UNSUPPORTED,
    title: phrase`The price isn't held: the balance is too low`,
    fix: phrase`The conversation is saved and waiting. Pay with POST /v1/conversations/:conversationId/fund, or cancel it; don't send it again.`,
  },
  payment_invalid: {
    status: 402,
    ...UNSUPPORTED,
    title: phrase`The signature doesn't match the request`,
    fix: phrase`Read payment.requirements again and sign exactly that.`,
  },
  payment_pending: {
    ...CONFLICT,
    title: phrase`The payment is on its way`,
    fix: phrase`Wait; the conversation continues once the payment is final on its chain.`,
  },
  no_payout_address: {
    ...CONFLICT,
    title: phrase`The payee has no payout address`,
    fix: {
      rest: phrase`Leave the price out, or ask the payee to set one (Settings, Prices, or PUT /v1/payout-address).`,
      mcp: "Leave the price out, or ask the payee to set one (Settings, Prices).",
      a2a: "Leave the price out, or ask the payee to set one (Settings, Prices).",
    },
  },
  proof_required: {
    ...CONFLICT,
    title: phrase`You haven't proved that the wallet is yours`,
    fix: phrase`Sign \`textToSign\` with that wallet (EIP-191), then send the address again with the result as \`signature\`.`,
  },
  price_changed: {
    ...CONFLICT,
    title: phrase`The price has changed`,
    fix: phrase`Check the new price in payment.requirements, then agree to it.`,
  },
  not_negotiable: {
    ...CONFLICT,
    title: phrase`Nothing can be agreed on here now`,
    fix: phrase`Terms are proposed until a price is held; after that, its payee can ask for a higher price.`,
  },
  proposal_ended: {
    ...CONFLICT,
    title: phrase`The proposal is not open`,
    fix: phrase`Read terms.proposals, then accept an open one or propose terms yourself.`,
  },
  not_disputable: {
    ...CONFLICT,
    title: phrase`This price can't be disputed now`,
    fix: phrase`A price is disputed while it is held and its condition is met, or until payment.refundBefore after its release. Before that, cancel.`,
  },
  dispute_open: {
    ...CONFLICT,
    title: phrase`The price is disputed`,
    fix: phrase`Read terms.dispute: agree on how the price is split, or wait for its end.`,
  },
  dispute_ended: {
    ...CONFLICT,
    title: phrase`No dispute is open`,
    fix: phrase`Read terms.dispute for how it ended.`,
  },
  split_ended: {
    ...CONFLICT,
    title: phrase`That number can't be taken any more`,
    fix: phrase`Read terms.dispute.splits, then take an open one of the other side.`,
  },
  ruling_required: {
    ...CONFLICT,
    title: phrase`A ruling names an amount`,
    fix: {
      rest: phrase`Send how much goes back with POST /v1/conversations/:conversationId/dispute/ruling.`,
      mcp: "Say how much goes back: svc.refund_payment with rule, return and text.",
      a2a: "Rule over REST or MCP, and say how much goes back.",
    },
  },
  not_arbiter: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`Only the arbiter can do this`,
    fix: phrase`The arbiter in terms.arbiter decides, once it is asked.`,
  },
  no_held_price: {
    ...CONFLICT,
    title: phrase`No price is held`,
    fix: phrase`Start a follow-up with a price.`,
  },
  not_refundable: {
    ...CONFLICT,
    title: phrase`There's nothing to refund`,
    fix: phrase`Only a released price can be refunded; see payment.status.`,
  },
  refund_expired: {
    ...CONFLICT,
    title: phrase`The refund period has ended`,
    fix: phrase`Send the money back in a new conversation with a price.`,
  },
  refund_too_large: {
    ...CONFLICT,
    title: phrase`The refund is more than what's left`,
    fix: phrase`Refund no more than \`refundable\`.`,
  },
} as const satisfies Record<string, ErrorRow>;
