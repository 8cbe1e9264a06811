import { acceptProposal } from "../../core/operations/accept_proposal.ts";
import { answerDispute } from "../../core/operations/answer_dispute.ts";
import { extendDeadline } from "../../core/operations/extend_deadline.ts";
import { findPayments } from "../../core/operations/find_payments.ts";
import { fundConversation } from "../../core/operations/fund_conversation.ts";
import { getBalance } from "../../core/operations/get_balance.ts";
import { getDisputeEvidence } from "../../core/operations/get_dispute_evidence.ts";
import { listPayments } from "../../core/operations/list_payments.ts";
import { openDispute } from "../../core/operations/open_dispute.ts";
import { proposeTerms } from "../../core/operations/propose_terms.ts";
import { raisePrice } from "../../core/operations/raise_price.ts";
import { refundPayment } from "../../core/operations/refund_payment.ts";
import { requestRefund } from "../../core/operations/request_refund.ts";
import { ruleDispute } from "../../core/operations/rule_dispute.ts";
import { setPayoutAddress } from "../../core/operations/set_payout_address.ts";
import { totalPayments } from "../../core/operations/total_payments.ts";
import { withdrawDispute } from "../../core/operations/withdraw_dispute.ts";
import { withdrawProposal } from "../../core/operations/withdraw_proposal.ts";
import { zipResponse } from "../../http/archive_response.ts";
import { PAYING } from "../../http/payment_headers.ts";
import { nextLink } from "../next_link.ts";
import { PAYMENTS_CSV } from "../payments_csv.ts";
import type { Route } from "../route.ts";
import { route } from "../route.ts";
import { STATEMENT_CSV } from "../statement_csv.ts";

const CONVERSATIONS = "/v1/conversations";
const CONVERSATION = `${CONVERSATIONS}/:conversationId`;
const PROPOSAL = `${CONVERSATION}/proposals/:proposalId`;
const DISPUTE = `${CONVERSATION}/dispute`;

/** Prices, payments and refunds. */
export const MONEY_ROUTES: readonly Route[] = [
  route("POST", `${CONVERSATION}/fund`, fundConversation, PAYING),
  route("POST", `${CONVERSATION}/deadline`, extendDeadline),
  route("POST", `${CONVERSATION}/proposals`, proposeTerms),
  route("POST", `${PROPOSAL}/accept`, acceptProposal),
  route("DELETE", PROPOSAL, withdrawProposal),
  route("GET", `${CONVERSATION}/dispute/evidence.zip`, getDisputeEvidence, {
    respond: zipResponse,
  }),
  route("POST", `${CONVERSATION}/price`, raisePrice),
  route("POST", `${CONVERSATION}/refund`, refundPayment, PAYING),
  route("POST", `${CONVERSATION}/refund-request`, requestRefund),
  route("POST", DISPUTE, openDispute),
  route("POST", `${DISPUTE}/answer`, answerDispute),
  route("POST", `${DISPUTE}/withdraw`, withdrawDispute),
  route("POST", `${DISPUTE}/ruling`, ruleDispute),
  route("GET", "/v1/balance", getBalance),
  route("GET", "/v1/payments", listPayments, {
    headers: nextLink,
    csv: STATEMENT_CSV,
  }),
  route("GET", "/v1/payments/search", findPayments, {
    headers: nextLink,
    csv: PAYMENTS_CSV,
  }),
  route("GET", "/v1/payments/totals", totalPayments),
  route("PUT", "/v1/payout-address", setPayoutAddress),
];
