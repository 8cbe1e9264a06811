import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { CONFLICT, UNSUPPORTED } from "./error_row.ts";

/** The rows of the error table that are about money: ERRORS has them all. */
export const PAYMENT_ERRORS = {
  not_payee: {
    status: 403,
    ...UNSUPPORTED,
    title: phrase`Only the payee may do this`,
    fix: phrase`Let the account that payment.payee names do it.`,
  },
  insufficient_balance: {
    ...CONFLICT,
    title: phrase`The balance is too low`,
    fix: {
      rest: phrase`GET /v1/balance shows what is available; add money, then try again.`,
      mcp: "svc.get_balance shows what is available; ask your person to add money, then try again.",
      a2a: "Ask your person to add money, then try again.",
    },
  },
  payment_required: {
    status: 402,
    ...UNSUPPORTED,
    title: phrase`The price is not held: the balance is too low`,
    fix: phrase`The conversation exists and waits: pay with POST /v1/conversations/:conversationId/fund, or cancel it. Do not send it again.`,
  },
  payment_invalid: {
    status: 402,
    ...UNSUPPORTED,
    title: phrase`The signature is not for what was asked`,
    fix: phrase`Read payment.requirements again and sign exactly what it asks for.`,
  },
  payment_pending: {
    ...CONFLICT,
    title: phrase`The payment is on its way`,
    fix: phrase`Wait: the conversation goes on by itself once the payment is final on its chain.`,
  },
  no_payout_address: {
    ...CONFLICT,
    title: phrase`The payee has no address to be paid at`,
    fix: {
      rest: phrase`Offer no price, or ask the payee to set one: Settings, Prices, or PUT /v1/payout-address.`,
      mcp: "Offer no price, or ask the payee to set one: Settings, Prices.",
      a2a: "Offer no price, or ask the payee to set one: Settings, Prices.",
    },
  },
  proof_required: {
    ...CONFLICT,
    title: phrase`The wallet has not signed that it is yours`,
    fix: phrase`Sign \`textToSign\` with that wallet, as a text (EIP-191), and send the address again with the signature as \`signature\`.`,
  },
  price_changed: {
    ...CONFLICT,
    title: phrase`Another price is asked for`,
    fix: phrase`Read payment.requirements and agree to the price that it names.`,
  },
  no_held_price: {
    ...CONFLICT,
    title: phrase`No price is held`,
    fix: phrase`Start a follow-up with a price.`,
  },
  not_refundable: {
    ...CONFLICT,
    title: phrase`Nothing can be refunded`,
    fix: phrase`Only a released price is refunded; see payment.status.`,
  },
  refund_expired: {
    ...CONFLICT,
    title: phrase`The time for a refund is over`,
    fix: phrase`Send the money back in a new conversation with a price.`,
  },
  refund_too_large: {
    ...CONFLICT,
    title: phrase`The refund is more than what is left`,
    fix: phrase`Refund at most what \`refundable\` names.`,
  },
} as const satisfies Record<string, ErrorRow>;
