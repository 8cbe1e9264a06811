/**
 * Which operations are there? One file each, tools first and in the order they are listed.
 * @module
 */

import type { Operation } from "../access/operation.ts";
import { addAccount } from "./add_account.ts";
import { addArtifact } from "./add_artifact.ts";
import { addCredential } from "./add_credential.ts";
import { addDomain } from "./add_domain.ts";
import { addWebhook } from "./add_webhook.ts";
import { allowMail } from "./allow_mail.ts";
import { announceHoldEnd } from "./announce_hold_end.ts";
import { beginDeliveries } from "./begin_deliveries.ts";
import { cancelConversation } from "./cancel_conversation.ts";
import { cancelUnpaid } from "./cancel_unpaid.ts";
import { checkFreeAddress } from "./check_free_address.ts";
import { claimFreeAddress } from "./claim_free_address.ts";
import { claimInvite } from "./claim_invite.ts";
import { closeReport } from "./close_report.ts";
import { compareLog } from "./compare_log.ts";
import { completeConversation } from "./complete_conversation.ts";
import { composeDelivery } from "./compose_delivery.ts";
import { continueDeletion } from "./continue_deletion.ts";
import { countConversations } from "./count_conversations.ts";
import { createConversation } from "./create_conversation.ts";
import { creditAccount } from "./credit_account.ts";
import { decideForAccount } from "./decide_for_account.ts";
import { declineInvite } from "./decline_invite.ts";
import { deleteAccount } from "./delete_account.ts";
import { deleteContact } from "./delete_contact.ts";
import { deleteDraft } from "./delete_draft.ts";
import { deleteLabel } from "./delete_label.ts";
import { deleteWebhook } from "./delete_webhook.ts";
import { disableAccount } from "./disable_account.ts";
import { discoverAgents } from "./discover_agents.ts";
import { enableAccount } from "./enable_account.ts";
import { eraseWords } from "./erase_words.ts";
import { expireCheckpoint } from "./expire_checkpoint.ts";
import { expireHold } from "./expire_hold.ts";
import { failSending } from "./fail_sending.ts";
import { findAccount } from "./find_account.ts";
import { findPayments } from "./find_payments.ts";
import { fundConversation } from "./fund_conversation.ts";
import { getAccount } from "./get_account.ts";
import { getAccountCard } from "./get_account_card.ts";
import { getAgentCard } from "./get_agent_card.ts";
import { getArtifact } from "./get_artifact.ts";
import { getAuditLog } from "./get_audit_log.ts";
import { getBalance } from "./get_balance.ts";
import { getContact } from "./get_contact.ts";
import { getConversation } from "./get_conversation.ts";
import { getDigest } from "./get_digest.ts";
import { getFigures } from "./get_figures.ts";
import { getFreeAddress } from "./get_free_address.ts";
import { getHealth } from "./get_health.ts";
import { getMail } from "./get_mail.ts";
import { getNotifications } from "./get_notifications.ts";
import { getProfile } from "./get_profile.ts";
import { getReadiness } from "./get_readiness.ts";
import { getServiceCard } from "./get_service_card.ts";
import { grantClientAccess } from "./grant_client_access.ts";
import { learnClient } from "./learn_client.ts";
import { listAccounts } from "./list_accounts.ts";
import { listChanges } from "./list_changes.ts";
import { listContacts } from "./list_contacts.ts";
import { listConversations } from "./list_conversations.ts";
import { listCredentials } from "./list_credentials.ts";
import { listDomains } from "./list_domains.ts";
import { listLabels } from "./list_labels.ts";
import { listMail } from "./list_mail.ts";
import { listPayments } from "./list_payments.ts";
import { listReports } from "./list_reports.ts";
import { listSessions } from "./list_sessions.ts";
import { listSettings } from "./list_settings.ts";
import { listTasks } from "./list_tasks.ts";
import { listWaiting } from "./list_waiting.ts";
import { listWebhookDeliveries } from "./list_webhook_deliveries.ts";
import { listWebhooks } from "./list_webhooks.ts";
import { makeAuditCheckpoint } from "./make_audit_checkpoint.ts";
import { ACCOUNT_OPERATIONS } from "./mod_account.ts";
import { DATA_OPERATIONS } from "./mod_data.ts";
import { PUSH_OPERATIONS } from "./mod_push.ts";
import { RAIL_OPERATIONS } from "./mod_rails.ts";
import { UPKEEP_OPERATIONS } from "./mod_upkeep.ts";
import { openWelcome } from "./open_welcome.ts";
import { previewConversation } from "./preview_conversation.ts";
import { proveAuditHead } from "./prove_audit_head.ts";
import { proveLogConsistency } from "./prove_log_consistency.ts";
import { pruneExpired } from "./prune_expired.ts";
import { quoteAccess } from "./quote_access.ts";
import { raisePrice } from "./raise_price.ts";
import { readArtifactText } from "./read_artifact.ts";
import { readAudit } from "./read_audit.ts";
import { readLogCheckpoint } from "./read_log_checkpoint.ts";
import { readLogTile } from "./read_log_tile.ts";
import { readStatement } from "./read_statement.ts";
import { recheckDomain } from "./recheck_domain.ts";
import { recordBounce } from "./record_bounce.ts";
import { recordHilDecision } from "./record_hil_decision.ts";
import { recordIdentityEvent } from "./record_identity_event.ts";
import { refundPayment } from "./refund_payment.ts";
import { removeArtifact } from "./remove_artifact.ts";
import { renameLabel } from "./rename_label.ts";
import { replayWebhook } from "./replay_webhook.ts";
import { reportContact } from "./report_contact.ts";
import { requestRefund } from "./request_refund.ts";
import { requestReview } from "./request_review.ts";
import { resolveAddress } from "./resolve_address.ts";
import { revokeCredential } from "./revoke_credential.ts";
import { revokeSession } from "./revoke_session.ts";
import { revokeSessions } from "./revoke_sessions.ts";
import { rotateCredential } from "./rotate_credential.ts";
import { rotateWebhook } from "./rotate_webhook.ts";
import { saveContact } from "./save_contact.ts";
import { scheduleDraft } from "./schedule_draft.ts";
import { sendDue } from "./send_due.ts";
import { sendMessage } from "./send_message.ts";
import { settleDelivery } from "./settle_delivery.ts";
import { signAuditHeads } from "./sign_audit_heads.ts";
import { signReceipt } from "./sign_receipt.ts";
import { signUp } from "./sign_up.ts";
import { stopInvites } from "./stop_invites.ts";
import { submitDraft } from "./submit_draft.ts";
import { suggestFreeAddresses } from "./suggest_free_addresses.ts";
import { suggestRecipients } from "./suggest_recipients.ts";
import { tellRefusedAnswer } from "./tell_refused_answer.ts";
import { testWebhook } from "./test_webhook.ts";
import { totalPayments } from "./total_payments.ts";
import { trustClock } from "./trust_clock.ts";
import { updateConversation } from "./update_conversation.ts";
import { updateConversations } from "./update_conversations.ts";
import { updateCredential } from "./update_credential.ts";
import { updateNotifications } from "./update_notifications.ts";
import { updateProfile } from "./update_profile.ts";
import { updateWebhook } from "./update_webhook.ts";
import { verifyAudit } from "./verify_audit.ts";
import { verifyDomain } from "./verify_domain.ts";
import { wakeConversation } from "./wake_conversation.ts";

export const OPERATIONS: readonly Operation[] = [
  discoverAgents,
  getAgentCard,
  createConversation,
  sendMessage,
  getConversation,
  listConversations,
  cancelConversation,
  addArtifact,
  removeArtifact,
  requestReview,
  recordHilDecision,
  readAudit,
  quoteAccess,
  submitDraft,
  updateConversation,
  deleteDraft,
  signReceipt,
  completeConversation,
  resolveAddress,
  fundConversation,
  raisePrice,
  refundPayment,
  getBalance,
  listPayments,
  findPayments,
  totalPayments,
  listChanges,
  listContacts,
  previewConversation,
  getDigest,
  readArtifactText,
  requestRefund,
  updateConversations,
  listLabels,
  renameLabel,
  deleteLabel,
  getContact,
  saveContact,
  deleteContact,
  reportContact,
  listTasks,
  getArtifact,
  countConversations,
  scheduleDraft,
  suggestRecipients,
  openWelcome,
  getFreeAddress,
  checkFreeAddress,
  suggestFreeAddresses,
  claimFreeAddress,
  listDomains,
  addDomain,
  verifyDomain,
  getProfile,
  updateProfile,
  getServiceCard,
  getAccountCard,
  getFigures,
  getHealth,
  getReadiness,
  addAccount,
  findAccount,
  listAccounts,
  addCredential,
  listCredentials,
  updateCredential,
  rotateCredential,
  revokeCredential,
  listSessions,
  revokeSession,
  revokeSessions,
  disableAccount,
  enableAccount,
  verifyAudit,
  makeAuditCheckpoint,
  signAuditHeads,
  getAuditLog,
  proveAuditHead,
  proveLogConsistency,
  readLogCheckpoint,
  readLogTile,
  compareLog,
  creditAccount,
  trustClock,
  listSettings,
  readStatement,
  signUp,
  getAccount,
  grantClientAccess,
  learnClient,
  recordIdentityEvent,
  recheckDomain,
  getNotifications,
  updateNotifications,
  declineInvite,
  stopInvites,
  claimInvite,
  beginDeliveries,
  composeDelivery,
  settleDelivery,
  recordBounce,
  tellRefusedAnswer,
  listWaiting,
  decideForAccount,
  listMail,
  getMail,
  allowMail,
  listReports,
  closeReport,
  expireCheckpoint,
  expireHold,
  announceHoldEnd,
  cancelUnpaid,
  wakeConversation,
  sendDue,
  failSending,
  pruneExpired,
  addWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
  ...DATA_OPERATIONS,
  deleteAccount,
  continueDeletion,
  eraseWords,
  ...ACCOUNT_OPERATIONS,
  ...PUSH_OPERATIONS,
  ...RAIL_OPERATIONS,
  ...UPKEEP_OPERATIONS,
];
