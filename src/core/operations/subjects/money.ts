import type { Operation } from "../../access/operation.ts";
import { acceptProposal } from "../accept_proposal.ts";
import { answerDispute } from "../answer_dispute.ts";
import { cancelUnpaid } from "../cancel_unpaid.ts";
import { creditAccount } from "../credit_account.ts";
import { extendDeadline } from "../extend_deadline.ts";
import { findPayments } from "../find_payments.ts";
import { fundConversation } from "../fund_conversation.ts";
import { getBalance } from "../get_balance.ts";
import { getDisputeEvidence } from "../get_dispute_evidence.ts";
import { getRailStatus } from "../get_rail_status.ts";
import { liftStop } from "../lift_stop.ts";
import { listPayments } from "../list_payments.ts";
import { openDispute } from "../open_dispute.ts";
import { proposeTerms } from "../propose_terms.ts";
import { raisePrice } from "../raise_price.ts";
import { readStatement } from "../read_statement.ts";
import { refundPayment } from "../refund_payment.ts";
import { requestRefund } from "../request_refund.ts";
import { resolveMovement } from "../resolve_movement.ts";
import { retryMovement } from "../retry_movement.ts";
import { ruleDispute } from "../rule_dispute.ts";
import { setPayoutAddress } from "../set_payout_address.ts";
import { settleMovement } from "../settle_movement.ts";
import { totalPayments } from "../total_payments.ts";
import { verifyLedger } from "../verify_ledger.ts";
import { verifyRail } from "../verify_rail.ts";
import { withdrawDispute } from "../withdraw_dispute.ts";
import { withdrawProposal } from "../withdraw_proposal.ts";

/** Prices, payments, the ledger and the rails. */
export const MONEY_OPERATIONS: readonly Operation[] = [
  fundConversation,
  extendDeadline,
  proposeTerms,
  acceptProposal,
  withdrawProposal,
  getDisputeEvidence,
  raisePrice,
  refundPayment,
  requestRefund,
  openDispute,
  answerDispute,
  withdrawDispute,
  ruleDispute,
  getBalance,
  listPayments,
  findPayments,
  totalPayments,
  readStatement,
  creditAccount,
  setPayoutAddress,
  settleMovement,
  verifyLedger,
  verifyRail,
  getRailStatus,
  liftStop,
  retryMovement,
  resolveMovement,
  cancelUnpaid,
];
