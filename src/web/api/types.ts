import type { Static } from "typebox";
import type { Preview } from "../../core/conversations/drafts/preview_schema.ts";
import type { Section, View } from "../../core/conversations/model/schemas.ts";
import type { ConversationView } from "../../core/conversations/projection/present.ts";
import type { findPayments } from "../../core/operations/find_payments.ts";
import type { getAccount } from "../../core/operations/get_account.ts";
import type { getAuditLog } from "../../core/operations/get_audit_log.ts";
import type { getBalance } from "../../core/operations/get_balance.ts";
import type { getFirstSteps } from "../../core/operations/get_first_steps.ts";
import type { getNotifications } from "../../core/operations/get_notifications.ts";
import type { getProfile } from "../../core/operations/get_profile.ts";
import type { importContacts } from "../../core/operations/import_contacts.ts";
import type { listContacts } from "../../core/operations/list_contacts.ts";
import type { listCredentials } from "../../core/operations/list_credentials.ts";
import type { listDomains } from "../../core/operations/list_domains.ts";
import type { listExports } from "../../core/operations/list_exports.ts";
import type { listImports } from "../../core/operations/list_imports.ts";
import type { listInboxRules } from "../../core/operations/list_inbox_rules.ts";
import type { listLabels } from "../../core/operations/list_labels.ts";
import type { listPayments } from "../../core/operations/list_payments.ts";
import type { listSessions } from "../../core/operations/list_sessions.ts";
import type { listWebhookDeliveries } from "../../core/operations/list_webhook_deliveries.ts";
import type { listWebhooks } from "../../core/operations/list_webhooks.ts";
import type { previewContactImport } from "../../core/operations/preview_contact_import.ts";
import type { previewInboxRule } from "../../core/operations/preview_inbox_rule.ts";
import type { proveAuditHead } from "../../core/operations/prove_audit_head.ts";
import type { proveLogConsistency } from "../../core/operations/prove_log_consistency.ts";
import type { readAudit } from "../../core/operations/read_audit.ts";
import type { reportContact } from "../../core/operations/report_contact.ts";
import type { resolveAddress } from "../../core/operations/resolve_address.ts";
import type { suggestRecipients } from "../../core/operations/suggest_recipients.ts";
import type { totalPayments } from "../../core/operations/total_payments.ts";

/** What the REST API answers, as its operations say it: types alone, no code. */

export type { Preview, Section, View };
export type Conversation = ConversationView;
export type Message = Conversation["messages"][number];
export type Participant = Conversation["participants"][number];
export type Artifact = Conversation["artifacts"][number];
export type Payment = Conversation["payment"];
export type Checkpoint = Conversation["checkpoints"][number];
export type Action = NonNullable<Conversation["actions"]>[number];
export type Release = Conversation["release"];
export type ContactType = Conversation["contactType"];

export type Account = Static<typeof getAccount.output>;
export type Payout = NonNullable<Account["payout"]>;
export type Profile = Static<typeof getProfile.output>;
export type Notifications = Static<typeof getNotifications.output>;
export type Credential = Static<
  typeof listCredentials.output
>["credentials"][number];
export type Webhook = Static<typeof listWebhooks.output>["webhooks"][number];
export type AccountExport = Static<
  typeof listExports.output
>["exports"][number];
export type AccountImport = Static<
  typeof listImports.output
>["imports"][number];
export type WebhookDelivery = Static<
  typeof listWebhookDeliveries.output
>["deliveries"][number];
export type Session = Static<typeof listSessions.output>["sessions"][number];
export type Domain = Static<typeof listDomains.output>["domains"][number];
export type Resolved = Static<typeof resolveAddress.output>;
export type AuditPage = Static<typeof readAudit.output>;
export type AuditRecord = AuditPage["records"][number];
export type RecordActor = AuditPage["actors"][number];

export type AuditLog = Static<typeof getAuditLog.output>;
export type AuditProof = Static<typeof proveAuditHead.output>;
export type LogConsistency = Static<typeof proveLogConsistency.output>;

export type Balance = Static<typeof getBalance.output>;
export type PaymentList = Static<typeof findPayments.output>;
export type PaymentTotals = Static<typeof totalPayments.output>;
export type Statement = Static<typeof listPayments.output>;
export type Contacts = Static<typeof listContacts.output>;
export type ContactImport = Static<typeof previewContactImport.output>;
export type ContactsImported = Static<typeof importContacts.output>;
export type FirstSteps = Static<typeof getFirstSteps.output>;
export type Suggestions = Static<typeof suggestRecipients.output>;
export type InboxRules = Static<typeof listInboxRules.output>;
export type InboxRulePreview = Static<typeof previewInboxRule.output>;
export type Labels = Static<typeof listLabels.output>;
export type ReportReason = Static<typeof reportContact.input>["reason"];
export type Contact = Contacts["contacts"][number];

/** One page of a view. */
export interface Page {
  readonly conversations: readonly Conversation[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** A passkey of the person, as the sign-in lists it. */
export interface Passkey {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: string;
}
