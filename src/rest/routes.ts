/**
 * How is an operation called over REST? One row a route: path, method, operation and
 * success status. `handler.ts` finds the row, `fields.ts` and `body.ts` read the input,
 * `openapi.ts` describes it all. `docs/` serves the pages under `/docs` (`site.ts` is their
 * table, `examples.ts` the values of samples), `log/` the transparency log,
 * `payments_csv.ts` payments as CSV.
 * @module
 */
import { LIMITS } from "../core/base/limits.ts";
import { addArtifact } from "../core/operations/add_artifact.ts";
import { addCredential } from "../core/operations/add_credential.ts";
import { addDomain } from "../core/operations/add_domain.ts";
import { addWebhook } from "../core/operations/add_webhook.ts";
import { cancelConversation } from "../core/operations/cancel_conversation.ts";
import { checkFreeAddress } from "../core/operations/check_free_address.ts";
import { claimFreeAddress } from "../core/operations/claim_free_address.ts";
import { completeConversation } from "../core/operations/complete_conversation.ts";
import { countConversations } from "../core/operations/count_conversations.ts";
import { createConversation } from "../core/operations/create_conversation.ts";
import { deleteAccount } from "../core/operations/delete_account.ts";
import { deleteContact } from "../core/operations/delete_contact.ts";
import { deleteDraft } from "../core/operations/delete_draft.ts";

import { deleteExport } from "../core/operations/delete_export.ts";

import { deleteLabel } from "../core/operations/delete_label.ts";
import { deleteWebhook } from "../core/operations/delete_webhook.ts";
import { discoverAgents } from "../core/operations/discover_agents.ts";
import { findPayments } from "../core/operations/find_payments.ts";
import { fundConversation } from "../core/operations/fund_conversation.ts";
import { getAccount } from "../core/operations/get_account.ts";
import { getAgentCard } from "../core/operations/get_agent_card.ts";
import { getArtifact } from "../core/operations/get_artifact.ts";
import { getAuditLog } from "../core/operations/get_audit_log.ts";
import { getBalance } from "../core/operations/get_balance.ts";
import { getContact } from "../core/operations/get_contact.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { getDigest } from "../core/operations/get_digest.ts";
import { getExport } from "../core/operations/get_export.ts";
import { getFreeAddress } from "../core/operations/get_free_address.ts";
import { getHealth } from "../core/operations/get_health.ts";
import { getNotifications } from "../core/operations/get_notifications.ts";
import { getProfile } from "../core/operations/get_profile.ts";
import { getReadiness } from "../core/operations/get_readiness.ts";
import { listChanges } from "../core/operations/list_changes.ts";
import { listContacts } from "../core/operations/list_contacts.ts";
import { listConversations } from "../core/operations/list_conversations.ts";
import { listCredentials } from "../core/operations/list_credentials.ts";
import { listDomains } from "../core/operations/list_domains.ts";

import { listExports } from "../core/operations/list_exports.ts";

import { listImports } from "../core/operations/list_imports.ts";

import { listLabels } from "../core/operations/list_labels.ts";
import { listPayments } from "../core/operations/list_payments.ts";
import { listSessions } from "../core/operations/list_sessions.ts";
import { listWebhookDeliveries } from "../core/operations/list_webhook_deliveries.ts";
import { listWebhooks } from "../core/operations/list_webhooks.ts";
import { openWelcome } from "../core/operations/open_welcome.ts";
import { previewConversation } from "../core/operations/preview_conversation.ts";
import { proveAuditHead } from "../core/operations/prove_audit_head.ts";
import { proveLogConsistency } from "../core/operations/prove_log_consistency.ts";

import { quoteAccess } from "../core/operations/quote_access.ts";
import { raisePrice } from "../core/operations/raise_price.ts";
import { readAudit } from "../core/operations/read_audit.ts";
import { recordHilDecision } from "../core/operations/record_hil_decision.ts";
import { refundPayment } from "../core/operations/refund_payment.ts";
import { removeArtifact } from "../core/operations/remove_artifact.ts";
import { renameLabel } from "../core/operations/rename_label.ts";
import { replayWebhook } from "../core/operations/replay_webhook.ts";
import { reportContact } from "../core/operations/report_contact.ts";
import { requestRefund } from "../core/operations/request_refund.ts";
import { requestReview } from "../core/operations/request_review.ts";
import { resolveAddress } from "../core/operations/resolve_address.ts";
import { revokeCredential } from "../core/operations/revoke_credential.ts";
import { revokeSession } from "../core/operations/revoke_session.ts";
import { revokeSessions } from "../core/operations/revoke_sessions.ts";
import { rotateCredential } from "../core/operations/rotate_credential.ts";
import { rotateWebhook } from "../core/operations/rotate_webhook.ts";
import { saveContact } from "../core/operations/save_contact.ts";
import { scheduleDraft } from "../core/operations/schedule_draft.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { setPayoutAddress } from "../core/operations/set_payout_address.ts";
import { signReceipt } from "../core/operations/sign_receipt.ts";
import { signUp } from "../core/operations/sign_up.ts";
import { startExport } from "../core/operations/start_export.ts";
import { submitDraft } from "../core/operations/submit_draft.ts";
import { suggestFreeAddresses } from "../core/operations/suggest_free_addresses.ts";
import { suggestRecipients } from "../core/operations/suggest_recipients.ts";
import { testWebhook } from "../core/operations/test_webhook.ts";
import { totalPayments } from "../core/operations/total_payments.ts";
import { updateConversation } from "../core/operations/update_conversation.ts";
import { updateConversations } from "../core/operations/update_conversations.ts";
import { updateCredential } from "../core/operations/update_credential.ts";
import { updateNotifications } from "../core/operations/update_notifications.ts";
import { updateProfile } from "../core/operations/update_profile.ts";
import { updateWebhook } from "../core/operations/update_webhook.ts";
import { verifyDomain } from "../core/operations/verify_domain.ts";
import { NOT_PAYING, PAYING } from "../http/payment_headers.ts";
import { ACCOUNT_ROUTES } from "./account_routes.ts";
import { download } from "./download/download.ts";
import { entityTag, ifMatch } from "./entity_tag.ts";
import { nextLink } from "./next_link.ts";
import { PAYMENTS_CSV } from "./payments_csv.ts";
import type { Route } from "./route.ts";
import { route, waitable } from "./route.ts";
import { STATEMENT_CSV } from "./statement_csv.ts";
import { paymentRequired } from "./strict.ts";

const CONVERSATIONS = "/v1/conversations";
const CONVERSATION = `${CONVERSATIONS}/:conversationId`;
const LABELS = "/v1/labels";
const CREDENTIALS = "/v1/credentials";
const CREDENTIAL = `${CREDENTIALS}/:credentialId`;
const SESSIONS = "/v1/sessions";
const CONTACTS = "/v1/contacts";
const CONTACT = `${CONTACTS}/:address`;
const FREE = "/api/addresses/free";
const WEBHOOKS = "/v1/webhooks";
const WEBHOOK = `${WEBHOOKS}/:webhookId`;
const EXPORTS = "/v1/exports";
const EXPORT = `${EXPORTS}/:exportId`;
const DOMAINS = "/api/addresses/domains";

const locationOf = (output: { readonly conversationId: string }) => ({
  location: `${CONVERSATIONS}/${output.conversationId}`,
});

const revisionTag = (output: { readonly version: number }) =>
  `"v${output.version}"`;

/** The REST interface (docs/interfaces.md, REST): one row a route. */
export const ROUTES: readonly Route[] = [
  route("GET", CONVERSATIONS, listConversations, { headers: nextLink }),
  route("POST", CONVERSATIONS, createConversation, {
    needsBody: true,
    ...NOT_PAYING,
    statuses: [201],
    headers: locationOf,
    strict: paymentRequired,
  }),
  route("PATCH", CONVERSATIONS, updateConversations),
  route("GET", LABELS, listLabels),
  route("PATCH", `${LABELS}/:label`, renameLabel),
  route("DELETE", `${LABELS}/:label`, deleteLabel),
  route("GET", "/v1/digest", getDigest),
  route("GET", "/v1/changes", listChanges),
  route("POST", `${CONVERSATIONS}/welcome`, openWelcome, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
    headers: locationOf,
  }),
  route("GET", "/v1/recipients", suggestRecipients),
  route("POST", `${CONVERSATIONS}/preview`, previewConversation),
  route("GET", `${CONVERSATIONS}/counts`, countConversations),
  route("GET", CONVERSATION, getConversation, {
    etag: entityTag,
  }),
  route("PATCH", CONVERSATION, updateConversation, {
    input: ifMatch,
    etag: entityTag,
  }),
  route("DELETE", CONVERSATION, deleteDraft),
  route("POST", `${CONVERSATION}/messages`, sendMessage, {
    ...waitable(201),
  }),
  route("POST", `${CONVERSATION}/submit`, submitDraft, {
    ...NOT_PAYING,
    strict: paymentRequired,
  }),
  route("POST", `${CONVERSATION}/schedule`, scheduleDraft),
  route("POST", `${CONVERSATION}/cancel`, cancelConversation, waitable(200)),
  route("POST", `${CONVERSATION}/receipt`, signReceipt, waitable(200)),
  route(
    "POST",
    `${CONVERSATION}/complete`,
    completeConversation,
    waitable(200),
  ),
  route("POST", `${CONVERSATION}/review`, requestReview),
  route("POST", `${CONVERSATION}/decisions`, recordHilDecision),
  route("POST", `${CONVERSATION}/fund`, fundConversation, PAYING),
  route("POST", `${CONVERSATION}/price`, raisePrice),
  route("POST", `${CONVERSATION}/refund`, refundPayment, PAYING),
  route("POST", `${CONVERSATION}/refund-request`, requestRefund),
  route("POST", `${CONVERSATION}/artifacts`, addArtifact, {
    ...waitable(201),
    bytesMax: LIMITS.uploadRequestBytesMax,
    headers: ({ artifactId, artifact }) => ({
      location: `${CONVERSATIONS}/${artifact.conversationId}/artifacts/${artifactId}`,
    }),
  }),
  route("GET", `${CONVERSATION}/artifacts/:artifactId`, getArtifact, {
    etag: ({ artifact }) => `"${artifact.sha256}"`,
    respond: download,
  }),
  route("DELETE", `${CONVERSATION}/artifacts/:artifactId`, removeArtifact),
  route("GET", `${CONVERSATION}/audit`, readAudit),
  route("GET", `${CONVERSATION}/audit/proof`, proveAuditHead),
  route("GET", "/v1/audit/log", getAuditLog),
  route("GET", "/v1/audit/log/consistency", proveLogConsistency),
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
  route("GET", CREDENTIALS, listCredentials),
  route("POST", CREDENTIALS, addCredential, {
    statuses: [201],
    headers: ({ credential }) => ({
      location: `${CREDENTIALS}/${credential.id}`,
    }),
  }),
  route("PATCH", CREDENTIAL, updateCredential),
  route("POST", `${CREDENTIAL}/rotate`, rotateCredential),
  route("DELETE", CREDENTIAL, revokeCredential),
  route("GET", SESSIONS, listSessions),
  route("DELETE", SESSIONS, revokeSessions),
  route("DELETE", `${SESSIONS}/:sessionId`, revokeSession),
  route("GET", WEBHOOKS, listWebhooks),
  route("POST", WEBHOOKS, addWebhook, { statuses: [201] }),
  route("PATCH", WEBHOOK, updateWebhook),
  route("DELETE", WEBHOOK, deleteWebhook),
  route("POST", `${WEBHOOK}/rotate`, rotateWebhook),
  route("POST", `${WEBHOOK}/test`, testWebhook, { statuses: [202] }),
  route("GET", `${WEBHOOK}/deliveries`, listWebhookDeliveries, {
    headers: nextLink,
  }),
  route("POST", `${WEBHOOK}/replay`, replayWebhook, { statuses: [202] }),
  route("GET", EXPORTS, listExports),
  route("POST", EXPORTS, startExport, {
    statuses: [201],
    headers: ({ export: { exportId } }) => ({
      location: `${EXPORTS}/${exportId}`,
    }),
  }),
  route("GET", "/v1/imports", listImports),
  route("GET", EXPORT, getExport),
  route("DELETE", EXPORT, deleteExport),
  route("GET", "/api/router/resolve", resolveAddress, {
    cacheControl: "private, max-age=60",
  }),
  ...ACCOUNT_ROUTES,
  route("GET", CONTACTS, listContacts, { headers: nextLink }),
  route("GET", CONTACT, getContact),
  route("PUT", CONTACT, saveContact, {
    statuses: [201, 200, 202],
    statusOf: ({ created, waiting }) => (waiting ? 202 : created ? 201 : 200),
  }),
  route("DELETE", CONTACT, deleteContact),
  route("POST", `${CONTACT}/report`, reportContact, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", "/v1/quotes", quoteAccess),
  route("GET", FREE, getFreeAddress),
  route("POST", FREE, claimFreeAddress, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", `${FREE}/available`, checkFreeAddress),
  route("GET", `${FREE}/suggestions`, suggestFreeAddresses),
  route("GET", "/v1/account", getAccount),
  route("DELETE", "/v1/account", deleteAccount),
  route("POST", "/v1/account", signUp, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("GET", DOMAINS, listDomains),
  route("POST", DOMAINS, addDomain, {
    statuses: [201, 200],
    statusOf: ({ created }) => (created ? 201 : 200),
  }),
  route("POST", `${DOMAINS}/verify`, verifyDomain),
  route("GET", "/v1/profile", getProfile, { etag: revisionTag }),
  route("PUT", "/v1/profile", updateProfile, {
    input: ifMatch,
    etag: revisionTag,
  }),
  route("GET", "/v1/notifications", getNotifications),
  route("PUT", "/v1/notifications", updateNotifications),
  route("PUT", "/v1/payout-address", setPayoutAddress),
  route("GET", "/v1/agents", discoverAgents),
  route("GET", "/v1/agents/card", getAgentCard),
  route("GET", "/healthz", getHealth),
  route("GET", "/readyz", getReadiness, {
    statuses: [200, 503],
    statusOf: ({ ok }) => (ok ? 200 : 503),
    headers: ({ ok }) => (ok ? {} : { "retry-after": "1" }),
  }),
];
