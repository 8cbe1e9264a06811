CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`display_name` text NOT NULL,
	`created_at` integer NOT NULL
, `disabled_at` integer);
--> statement-breakpoint
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`local_part` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `artifact_bytes` (
	`artifact_id` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `artifacts` (
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`name` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`uri` text,
	`description` text,
	`added_by` integer NOT NULL,
	`added_by_id` text NOT NULL,
	`audience` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `audit_records` (
	`chain_id` text NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`prev_hash` text NOT NULL,
	`body_hash` text NOT NULL,
	`body` text NOT NULL,
	`audience` text,
	`event_seq` integer NOT NULL,
	`event` text,
	PRIMARY KEY(`chain_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `checkpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`action` text NOT NULL,
	`action_digest` text NOT NULL,
	`rules` text NOT NULL,
	`for_account_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`status` text NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`comment` text, `asked_by` text, `review_id` text, `proposal` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `contacts` (
	`owner_id` text NOT NULL,
	`address` text NOT NULL,
	`contact_id` text,
	`contact_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `standing` text DEFAULT 'usual' NOT NULL,
	PRIMARY KEY(`owner_id`, `address`)
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`context_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`state_reason` text,
	`state_at` integer NOT NULL,
	`previous_state` text,
	`version` integer NOT NULL,
	`from_address` text NOT NULL,
	`from_name` text NOT NULL,
	`contact_type` text NOT NULL,
	`release` text NOT NULL,
	`release_action` text,
	`price` integer NOT NULL,
	`first_use` integer,
	`receipt` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `quote_id` text,
	CONSTRAINT "price_not_negative" CHECK("conversations"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`operation` text NOT NULL,
	`request_hash` text NOT NULL,
	`output` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`balance` integer NOT NULL,
	CONSTRAINT "balance_is_integer" CHECK(typeof(balance) = 'integer'),
	CONSTRAINT "balance_covered" CHECK(kind = 'mint' OR balance >= 0)
);
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`transfer_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`transfer_id`, `account_id`),
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "amount_is_integer" CHECK(typeof(amount) = 'integer'),
	CONSTRAINT "amount_not_zero" CHECK(amount <> 0)
);
--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`conversation_id` text,
	`payment_id` text,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`author` integer NOT NULL,
	`author_kind` text NOT NULL,
	`mode` text NOT NULL,
	`in_reply_to` text,
	`parts` text NOT NULL,
	`artifact_ids` text NOT NULL,
	`audience` text,
	`salt` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`conversation_id` text,
	`recipient` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL
, `sender_id` text, `sender_seq` integer, `recipient_seq` integer, `mailbox` text, `due_at` integer DEFAULT 0 NOT NULL, `attempts` integer DEFAULT 0 NOT NULL, `lease` text, `last_error` text, `settled_at` integer, `trouble` text, `trouble_at` integer);
--> statement-breakpoint
CREATE TABLE `participants` (
	`conversation_id` text NOT NULL,
	`position` integer NOT NULL,
	`account_id` text,
	`address` text NOT NULL,
	`display_name` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`delivery_state` text NOT NULL,
	`delivery_at` integer NOT NULL,
	`joined_at` integer,
	`knows` text NOT NULL,
	`reached` integer NOT NULL,
	`unread` integer NOT NULL,
	`archived` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`state_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `position`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`status` text NOT NULL,
	`price` integer NOT NULL,
	`payer_id` text NOT NULL,
	`payee_id` text,
	`rail` text NOT NULL,
	`held_at` integer,
	`capture_before` integer,
	`released_at` integer,
	`voided_at` integer,
	`void_reason` text, `fee_bps` integer DEFAULT 0 NOT NULL, `asked` integer, `raises` integer DEFAULT 0 NOT NULL, `refunded` integer DEFAULT 0 NOT NULL, `refunds` integer DEFAULT 0 NOT NULL, `refunded_at` integer, `short_balance` integer, `short_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `welcomes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auth_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`alg` text,
	`crv` text
);
--> statement-breakpoint
CREATE TABLE `auth_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`public_key` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`counter` integer NOT NULL,
	`device_type` text NOT NULL,
	`backed_up` integer NOT NULL,
	`transports` text,
	`created_at` integer,
	`aaguid` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`previous_token` text,
	`renewed_at` integer,
	`last_used_at` integer,
	`last_used_from` text,
	`ip_address` text,
	`user_agent` text,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `session_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auth_verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `oauth_access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`client_id` text NOT NULL,
	`session_id` text,
	`user_id` text,
	`reference_id` text,
	`authorization_code_id` text,
	`resources` text,
	`requested_user_info_claims` text,
	`refresh_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revoked` integer,
	`confirmation` text,
	`scopes` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`client_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refresh_id`) REFERENCES `oauth_refresh_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text,
	`client_discovery_id` text,
	`disabled` integer DEFAULT false,
	`skip_consent` integer,
	`enable_end_session` integer,
	`subject_type` text,
	`scopes` text,
	`client_credentials_scopes` text DEFAULT '[]',
	`user_id` text,
	`created_at` integer,
	`updated_at` integer,
	`name` text,
	`uri` text,
	`icon` text,
	`contacts` text,
	`tos` text,
	`policy` text,
	`software_id` text,
	`software_version` text,
	`software_statement` text,
	`redirect_uris` text NOT NULL,
	`post_logout_redirect_uris` text,
	`backchannel_logout_uri` text,
	`backchannel_logout_session_required` integer,
	`token_endpoint_auth_method` text,
	`application_type` text,
	`jwks` text,
	`jwks_uri` text,
	`grant_types` text,
	`response_types` text,
	`require_pkce` integer,
	`dpop_bound_access_tokens` integer DEFAULT false,
	`reference_id` text,
	`metadata` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_client_assertions` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `oauth_client_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`resource_id` text NOT NULL,
	`metadata` text,
	`created_at` integer,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`client_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resource_id`) REFERENCES `oauth_resources`(`identifier`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_consents` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`user_id` text,
	`reference_id` text,
	`resources` text,
	`requested_user_info_claims` text,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`client_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_refresh_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`client_id` text NOT NULL,
	`session_id` text,
	`user_id` text NOT NULL,
	`reference_id` text,
	`authorization_code_id` text,
	`resources` text,
	`requested_user_info_claims` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revoked` integer,
	`rotated_at` integer,
	`rotation_replay_response` text,
	`rotation_replay_expires_at` integer,
	`auth_time` integer,
	`confirmation` text,
	`scopes` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`client_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`name` text NOT NULL,
	`access_token_ttl` integer,
	`refresh_token_ttl` integer,
	`signing_algorithm` text,
	`signing_key_id` text,
	`allowed_scopes` text,
	`custom_claims` text,
	`dpop_bound_access_tokens_required` integer DEFAULT false,
	`disabled` integer DEFAULT false,
	`created_at` integer,
	`updated_at` integer,
	`policy_version` integer DEFAULT 1,
	`metadata` text
);
--> statement-breakpoint
CREATE TABLE `spending` (
	`credential_id` text NOT NULL,
	`day` integer NOT NULL,
	`spent` integer NOT NULL,
	`per_day` integer NOT NULL,
	PRIMARY KEY(`credential_id`, `day`),
	FOREIGN KEY (`credential_id`) REFERENCES `credentials`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "day_limit" CHECK(spent <= per_day)
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text,
	`last_four` text,
	`client_id` text,
	`scopes` text,
	`per_payment` integer,
	`per_day` integer,
	`created_at` integer NOT NULL,
	`rotated_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_used_from` text, `payees` text, `contact_types` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `address_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain` text NOT NULL,
	`status` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_checked_at` integer,
	`verified_at` integer,
	`next_check_at` integer,
	`misses` integer NOT NULL,
	`missing_since` integer,
	`last_check` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`description` text NOT NULL,
	`skills` text NOT NULL,
	`prices` text NOT NULL,
	`listed` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE VIRTUAL TABLE agent_directory USING fts5(name, local_part, description, skills, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TABLE `hold_notices` (
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `kind`, `ends_at`)
);
--> statement-breakpoint
CREATE TABLE `refused_holds` (
	`credential_id` text NOT NULL,
	CONSTRAINT "access_limit" CHECK(false)
);
--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`conversation_id` text NOT NULL,
	`position` integer NOT NULL,
	`outbox_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`account_id` text PRIMARY KEY NOT NULL,
	`needs_you` integer NOT NULL,
	`hold_ending` integer NOT NULL,
	`domain_lost` integer NOT NULL,
	`title_in_invites` integer NOT NULL,
	`updated_at` integer NOT NULL
, `notices_asked_at` integer);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_local_part` ON `addresses` (`local_part`);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_account` ON `addresses` (`account_id`);
--> statement-breakpoint
CREATE INDEX `artifacts_added_by` ON `artifacts` (`added_by_id`);
--> statement-breakpoint
CREATE INDEX `checkpoints_conversation` ON `checkpoints` (`conversation_id`);
--> statement-breakpoint
CREATE INDEX `checkpoints_open` ON `checkpoints` (`for_account_id`,`status`);
--> statement-breakpoint
CREATE INDEX `conversations_context` ON `conversations` (`context_id`);
--> statement-breakpoint
CREATE INDEX `idempotency_age` ON `idempotency_keys` (`created_at`);
--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_key` ON `ledger_transfers` (`idempotency_key`);
--> statement-breakpoint
CREATE INDEX `ledger_transfers_payment` ON `ledger_transfers` (`payment_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `participants_account` ON `participants` (`conversation_id`,`account_id`);
--> statement-breakpoint
CREATE INDEX `participants_view` ON `participants` (`account_id`,`updated_at`,`conversation_id`);
--> statement-breakpoint
CREATE INDEX `participants_tasks` ON `participants` (`account_id`,`state_at`,`conversation_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_conversation` ON `payments` (`conversation_id`);
--> statement-breakpoint
CREATE INDEX `payments_capture` ON `payments` (`status`,`capture_before`);
--> statement-breakpoint
CREATE INDEX `auth_accounts_user_id` ON `auth_accounts` (`user_id`);
--> statement-breakpoint
CREATE INDEX `auth_passkeys_user_id` ON `auth_passkeys` (`user_id`);
--> statement-breakpoint
CREATE INDEX `auth_passkeys_credential_id` ON `auth_passkeys` (`credential_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_sessions_token_unique` ON `auth_sessions` (`token`);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user_id` ON `auth_sessions` (`user_id`);
--> statement-breakpoint
CREATE INDEX `auth_sessions_previous` ON `auth_sessions` (`previous_token`);
--> statement-breakpoint
CREATE INDEX `session_tokens_session` ON `session_tokens` (`session_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email_unique` ON `auth_users` (`email`);
--> statement-breakpoint
CREATE INDEX `auth_verifications_identifier` ON `auth_verifications` (`identifier`);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_access_tokens_token_unique` ON `oauth_access_tokens` (`token`);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_client_id` ON `oauth_access_tokens` (`client_id`);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_session_id` ON `oauth_access_tokens` (`session_id`);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_user_id` ON `oauth_access_tokens` (`user_id`);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_authorization_code_id` ON `oauth_access_tokens` (`authorization_code_id`);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_refresh_id` ON `oauth_access_tokens` (`refresh_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_clients_client_id_unique` ON `oauth_clients` (`client_id`);
--> statement-breakpoint
CREATE INDEX `oauth_clients_user_id` ON `oauth_clients` (`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_client_resources_client_id_resource_id` ON `oauth_client_resources` (`client_id`,`resource_id`);
--> statement-breakpoint
CREATE INDEX `oauth_client_resources_client_id` ON `oauth_client_resources` (`client_id`);
--> statement-breakpoint
CREATE INDEX `oauth_client_resources_resource_id` ON `oauth_client_resources` (`resource_id`);
--> statement-breakpoint
CREATE INDEX `oauth_consents_client_id` ON `oauth_consents` (`client_id`);
--> statement-breakpoint
CREATE INDEX `oauth_consents_user_id` ON `oauth_consents` (`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_refresh_tokens_token_unique` ON `oauth_refresh_tokens` (`token`);
--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_client_id` ON `oauth_refresh_tokens` (`client_id`);
--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_session_id` ON `oauth_refresh_tokens` (`session_id`);
--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_user_id` ON `oauth_refresh_tokens` (`user_id`);
--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_authorization_code_id` ON `oauth_refresh_tokens` (`authorization_code_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_resources_identifier_unique` ON `oauth_resources` (`identifier`);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_hash` ON `credentials` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `credentials_account` ON `credentials` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_client` ON `credentials` (`account_id`,`client_id`) WHERE revoked_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `address_domains_claim` ON `address_domains` (`account_id`,`domain`);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_domains_held` ON `address_domains` (`domain`) WHERE status IN ('verified', 'dns-missing');
--> statement-breakpoint
CREATE INDEX `address_domains_domain` ON `address_domains` (`domain`);
--> statement-breakpoint
CREATE INDEX `address_domains_due` ON `address_domains` (`next_check_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_sender` ON `outbox` (`sender_id`,`sender_seq`);
--> statement-breakpoint
CREATE INDEX `participants_for_agents` ON `participants` (`account_id`,`conversation_id`) WHERE kind = 'service' and unread = 1 and reached = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_account` ON `profiles` (`account_id`);
--> statement-breakpoint
CREATE INDEX `payments_payer_held` ON `payments` (`payer_id`) WHERE status = 'held';
--> statement-breakpoint
CREATE INDEX `payments_payee_held` ON `payments` (`payee_id`) WHERE status = 'held';
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_account` ON `contacts` (`owner_id`,`contact_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `hold_extended_once` ON `hold_notices` (`payment_id`) WHERE kind = 'extended';
--> statement-breakpoint
CREATE INDEX `auth_sessions_expires` ON `auth_sessions` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `auth_verifications_expires` ON `auth_verifications` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);
--> statement-breakpoint
CREATE INDEX `checkpoints_due` ON `checkpoints` (`expires_at`,`id`) WHERE status = 'open';
--> statement-breakpoint
CREATE INDEX `conversations_unpaid` ON `conversations` (`state_at`,`id`) WHERE state = 'auth-required';
--> statement-breakpoint
CREATE INDEX `credentials_of_client` ON `credentials` (`client_id`) WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX `mail_tokens_expires` ON `mail_tokens` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE status in ('queued', 'sending');
--> statement-breakpoint
CREATE INDEX `outbox_lease` ON `outbox` (`lease`) WHERE status = 'sending';
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`recipient_seq`);
--> statement-breakpoint
CREATE INDEX `outbox_trouble` ON `outbox` (`sender_id`,`trouble_at`) WHERE trouble is not null;
--> statement-breakpoint
CREATE VIEW directory_entries AS
SELECT p.id AS id, p.account_id AS account_id, a.display_name AS name, d.local_part AS local_part, p.description AS description,
  (SELECT group_concat((s.value ->> '$.id') || ' ' || (s.value ->> '$.name') || ' ' || (s.value ->> '$.description') || ' ' || (s.value ->> '$.tags'), ' ')
    FROM json_each(p.skills) AS s WHERE s.value ->> '$.private' IS NULL) AS skills
FROM profiles AS p
JOIN accounts AS a ON a.id = p.account_id
JOIN addresses AS d ON d.account_id = p.account_id
WHERE p.listed = 1;
--> statement-breakpoint
CREATE TRIGGER audit_records_no_update BEFORE UPDATE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_records_no_delete BEFORE DELETE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_no_update BEFORE UPDATE ON ledger_transfers
BEGIN SELECT RAISE(ABORT, 'ledger transfers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_no_delete BEFORE DELETE ON ledger_transfers
BEGIN SELECT RAISE(ABORT, 'ledger transfers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'ledger accounts are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_fixed BEFORE UPDATE OF id, owner, kind, currency ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'a ledger account keeps its owner, kind and currency'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_move AFTER INSERT ON ledger_entries
BEGIN UPDATE ledger_accounts SET balance = balance + NEW.amount WHERE id = NEW.account_id; END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_new AFTER INSERT ON profiles
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_changed AFTER UPDATE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id;
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_gone AFTER DELETE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_name_changed AFTER UPDATE OF display_name ON accounts
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.id);
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_address_new AFTER INSERT ON addresses
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_address_gone AFTER DELETE ON addresses
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_refund_within_release AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'refund'
BEGIN SELECT RAISE(ABORT, 'a refund is at most what was released') WHERE (
  SELECT coalesce(sum(iif(t.kind = 'refund', e.amount, -e.amount)), 0)
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE t.payment_id = (SELECT payment_id FROM ledger_transfers WHERE id = NEW.transfer_id)
    AND t.kind IN ('refund', 'release', 'fee') AND e.amount > 0
) > 0; END;
