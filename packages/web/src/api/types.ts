import type * as types from "../../../client/src/generated/types.ts";

/** The REST API's answers, as its operations describe them: only types, no code. */

export type Preview = types.PreviewConversationOutput;
export type View = types.Conversation["folders"][number];
export type Section = NonNullable<types.ListConversationsInput["section"]>;
export type Conversation = types.Conversation;
export type Message = Conversation["messages"][number];
export type Participant = Conversation["participants"][number];
export type Artifact = Conversation["artifacts"][number];
export type Payment = Conversation["payment"];
export type Checkpoint = Conversation["checkpoints"][number];
export type Action = NonNullable<Conversation["actions"]>[number];
export type Release = Conversation["release"];
export type ContactType = Conversation["contactType"];

export type Account = types.GetAccountOutput;
export type Payout = NonNullable<Account["payout"]>;
export type Profile = types.GetProfileOutput;
export type Notifications = types.GetNotificationsOutput;
export type PushDevice = types.ListPushDevicesOutput["devices"][number];
export type Credential = types.ListCredentialsOutput["credentials"][number];
export type Webhook = types.ListWebhooksOutput["webhooks"][number];
export type AccountExport = types.ListExportsOutput["exports"][number];
export type AccountDeletion = types.DeleteAccountOutput;
export type WebhookDelivery =
  types.ListWebhookDeliveriesOutput["deliveries"][number];
export type Domain = types.ListDomainsOutput["domains"][number];
export type Resolved = types.ResolveAddressOutput;
export type AuditPage = types.ReadAuditOutput;
export type AuditRecord = AuditPage["records"][number];
export type RecordActor = AuditPage["actors"][number];

export type AuditLog = types.GetAuditLogOutput;
export type AuditProof = types.ProveAuditHeadOutput;

export type Balance = types.GetBalanceOutput;
export type PaymentList = types.FindPaymentsOutput;
export type PaymentTotals = types.TotalPaymentsOutput;
export type Statement = types.ListPaymentsOutput;
export type Contacts = types.ListContactsOutput;
export type ContactImport = types.PreviewContactImportOutput;
export type FirstSteps = types.GetFirstStepsOutput;
export type Templates = types.ListTemplatesOutput;
export type Suggestions = types.SuggestRecipientsOutput;
export type OwnOffer = types.ListOffersOutput["offers"][number];
export type InboxRules = types.ListInboxRulesOutput;
export type InboxRulePreview = types.PreviewInboxRuleOutput;
export type Labels = types.ListLabelsOutput;
export type ReportReason = types.ReportContactInput["reason"];
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
