import { expect, test } from "bun:test";
import { openCore } from "../fixture.ts";

/** The part of an archive in which each table is, if it has anything of it. */
const EXPORTED: Readonly<Record<string, string>> = {
  accounts: "account.json: account",
  addresses: "account.json: address",
  auth_users: "account.json: mailbox",
  profiles: "account.json: profile",
  notification_settings: "account.json: notifications",
  mail_suppressions: "account.json: notifications",
  labels: "account.json: labels",
  inbox_rules: "account.json: rules",
  templates: "account.json: templates",
  payout_addresses: "account.json: the payout address",
  address_domains: "account.json: domains",
  credentials: "account.json: credentials",
  webhooks: "account.json: webhooks",
  auth_sessions: "account.json: sessions",
  ledger_accounts: "account.json: balance",
  contacts: "contacts/",
  ledger_transfers: "payments/",
  ledger_entries: "payments/",
  conversations: "conversations/",
  participants: "conversations/, with labels and snoozedUntil",
  label_rows: "conversations/: labels",
  checkpoints: "conversations/: checkpoints",
  payments: "conversations/: payment",
  chain_refunds: "conversations/: payment",
  messages: "messages/",
  artifacts: "artifacts/",
  artifact_bytes: "files/",
  audit_records: "chains/",
  log_checkpoints: "log/",
  log_tiles: "log/",
  log_witnesses: "log/",
  imports: "imported/conversations: imported",
  imported_conversations: "imported/conversations",
  imported_messages: "imported/messages",
  imported_files: "files/",
};

/** Tables that an archive leaves out, by why. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "of the service, and of nobody": [
    "__drizzle_migrations",
    "log_ends",
    "auth_keys",
    "chain_seen",
    "clock_doubts",
    "chain_stops",
    "chain_unknown_holds",
    "clock_doubts",
    "clock_words",
    "leases",
    "node_feed",
    "oauth_client_assertions",
    "oauth_client_resources",
    "oauth_resources",
    "payment_days",
    "probes",
    "shared_keys",
    "storage_bound",
    "stored_bytes",
    "upkeep_results",
  ],
  "an index, or made of other tables": [
    "agent_directory",
    "agent_directory_config",
    "agent_directory_content",
    "agent_directory_data",
    "agent_directory_docsize",
    "agent_directory_idx",
    "indexed_conversations",
    "indexed_to",
    "view_counts",
    "word_rows",
    "word_terms",
    "words",
    "words_config",
    "words_data",
    "words_docsize",
    "words_idx",
  ],
  "lets whoever has it in": [
    "auth_accounts",
    "auth_passkeys",
    "auth_verifications",
    "mail_tokens",
    "oauth_access_tokens",
    "oauth_clients",
    "oauth_consents",
    "oauth_refresh_tokens",
    "session_tokens",
  ],
  "kept for a while, so that the service goes on": [
    "account_changes",
    "account_deletions",
    "agent_spending",
    "desks",
    "export_entries",
    "exported_conversations",
    "exports",
    "hold_notices",
    "idempotency_keys",
    "payer_releases",
    "refused_holds",
    "spending",
    "welcomes",
  ],
  "a conversation tells what came of it": [
    "chain_intents",
    "chain_transactions",
    "deliveries",
    "hidden_messages",
  ],
  "of a browser, which says it anew at another service": ["push_devices"],
  "where other services have their inboxes": [
    "foreign_accounts",
    "remote_tasks",
  ],
  "for the operator alone": ["reports"],
};

test("every table is in the archive of an account, or is named as left out of it", async () => {
  await using core = await openCore();
  const rows = await core.services.db.orm.values<[string]>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
  );
  const known = [...Object.keys(EXPORTED), ...Object.values(LEFT_OUT).flat()];
  const tables = rows.map(([name]) => name);
  expect(tables.filter((it) => !known.includes(it))).toEqual([]);
  expect(known.filter((it) => !tables.includes(it))).toEqual([]);
});
