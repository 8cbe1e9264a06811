-- Written by `bun run migration` from tables/ and tables/triggers.sql: change those.
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`display_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`approvals` text
);
--> statement-breakpoint
CREATE INDEX `accounts_approvals` ON `accounts` ("approvals" ->> '$.escalateAfter');--> statement-breakpoint
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`local_part` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_local_part` ON `addresses` (`local_part`);--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_account` ON `addresses` (`account_id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`owner_id` text NOT NULL,
	`address` text NOT NULL,
	`contact_id` text,
	`name` text DEFAULT '' NOT NULL,
	`contact_type` text NOT NULL,
	`standing` text DEFAULT 'usual' NOT NULL,
	`by_agent` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `address`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_account` ON `contacts` (`owner_id`,`contact_id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text,
	`last_four` text,
	`keys` text,
	`client_id` text,
	`redirect_uri` text,
	`scopes` text,
	`per_payment` integer,
	`per_day` integer,
	`per_payee` integer,
	`payees` text,
	`contact_types` text,
	`ask_first_payment` integer DEFAULT false NOT NULL,
	`accept` text,
	`member_id` text,
	`role` text,
	`decides` text,
	`starts_at` integer,
	`reason` text,
	`made_by` text,
	`created_at` integer NOT NULL,
	`rotated_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_used_from` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_hash` ON `credentials` (`token_hash`);--> statement-breakpoint
CREATE INDEX `credentials_account` ON `credentials` (`account_id`);--> statement-breakpoint
CREATE INDEX `credentials_of_client` ON `credentials` (`client_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_member` ON `credentials` (`member_id`,`account_id`) WHERE member_id is not null and revoked_at is null;--> statement-breakpoint
CREATE INDEX `credentials_made_by` ON `credentials` (`made_by`) WHERE made_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_client` ON `credentials` (`account_id`,`client_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `desks` (
	`account_id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL
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
CREATE INDEX `idempotency_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`address` text NOT NULL,
	`reported` text NOT NULL,
	`conversation_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`reported`,`conversation_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_of` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_age` ON `reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `welcomes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`demo_id` text
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`description` text NOT NULL,
	`skills` text NOT NULL,
	`prices` text NOT NULL,
	`listed` integer NOT NULL,
	`shows_record` integer NOT NULL,
	`away` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_account` ON `profiles` (`account_id`);--> statement-breakpoint
CREATE TABLE `audit_records` (
	`place` integer PRIMARY KEY NOT NULL,
	`chain_id` text NOT NULL,
	`first` integer NOT NULL,
	`seq` integer NOT NULL,
	`event_seq` integer NOT NULL,
	`hash` text NOT NULL,
	`mac` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_records_chain` ON `audit_records` (`chain_id`,`first`);--> statement-breakpoint
CREATE TABLE `log_checkpoints` (
	`size` integer PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`up_to` integer NOT NULL,
	`signed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_ends` (
	`leaf` integer PRIMARY KEY NOT NULL,
	`chain_id` text NOT NULL,
	`first` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `log_ends_chain` ON `log_ends` (`chain_id`);--> statement-breakpoint
CREATE TABLE `log_tiles` (
	`level` integer NOT NULL,
	`place` integer NOT NULL,
	`hashes` blob NOT NULL,
	PRIMARY KEY(`level`, `place`)
);
--> statement-breakpoint
CREATE TABLE `log_witnesses` (
	`name` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`cosignature` text,
	`signed_at` integer,
	`problem` text,
	`tried_at` integer NOT NULL
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
CREATE INDEX `auth_accounts_user_id` ON `auth_accounts` (`user_id`);--> statement-breakpoint
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
CREATE INDEX `auth_passkeys_user_id` ON `auth_passkeys` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_passkeys_credential_id` ON `auth_passkeys` (`credential_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `auth_sessions_token_unique` ON `auth_sessions` (`token`);--> statement-breakpoint
CREATE INDEX `auth_sessions_user_id` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_sessions_previous` ON `auth_sessions` (`previous_token`);--> statement-breakpoint
CREATE INDEX `auth_sessions_expires` ON `auth_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `session_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_tokens_session` ON `session_tokens` (`session_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `auth_users_email_unique` ON `auth_users` (`email`);--> statement-breakpoint
CREATE TABLE `auth_verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_verifications_identifier` ON `auth_verifications` (`identifier`);--> statement-breakpoint
CREATE INDEX `auth_verifications_expires` ON `auth_verifications` (`expires_at`);--> statement-breakpoint
CREATE TABLE `chain_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`act` text NOT NULL,
	`conversation_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`terms` text,
	`signature` text,
	`hash` text,
	`problem` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`found_ended` integer,
	`captured` integer,
	`retried_at` integer,
	`is_watched` integer DEFAULT false NOT NULL,
	CONSTRAINT "chain_amount_is_integer" CHECK(typeof(amount) = 'integer'),
	CONSTRAINT "chain_amount_above_zero" CHECK(amount > 0),
	CONSTRAINT "chain_hold_is_signed" CHECK((act = 'hold') = (terms is not null and signature is not null and hash is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_intents_key` ON `chain_intents` (`key`) WHERE state not in ('refused', 'dropped');--> statement-breakpoint
CREATE UNIQUE INDEX `chain_intents_hash` ON `chain_intents` (`hash`);--> statement-breakpoint
CREATE INDEX `chain_intents_payment` ON `chain_intents` (`payment_id`);--> statement-breakpoint
CREATE INDEX `chain_intents_unsettled` ON `chain_intents` (`state`,`id`) WHERE state in ('open', 'confirmed', 'refused');--> statement-breakpoint
CREATE TABLE `chain_refunds` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`terms` text NOT NULL,
	`signature` text NOT NULL,
	`payee` text NOT NULL,
	`nonce` text NOT NULL,
	`from_block` integer NOT NULL,
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_refunds_nonce` ON `chain_refunds` (`payee`,`nonce`);--> statement-breakpoint
CREATE TABLE `chain_seen` (
	`escrow` text PRIMARY KEY NOT NULL,
	`block` integer NOT NULL,
	`final_block` integer,
	`failing_since` integer,
	`problem` text
);
--> statement-breakpoint
CREATE TABLE `chain_stops` (
	`intent_id` text NOT NULL,
	`moved_by` text NOT NULL,
	`payment_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`problem` text NOT NULL,
	`stopped_at` integer NOT NULL,
	`recorded_at` integer,
	`lifted_at` integer,
	PRIMARY KEY(`intent_id`, `moved_by`),
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chain_stops_open` ON `chain_stops` (`conversation_id`) WHERE lifted_at is null;--> statement-breakpoint
CREATE TABLE `chain_transactions` (
	`hash` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`sender` text DEFAULT '' NOT NULL,
	`nonce` integer NOT NULL,
	`attempt` integer NOT NULL,
	`state` text NOT NULL,
	`raw` text NOT NULL,
	`to` text NOT NULL,
	`data` text NOT NULL,
	`gas` integer NOT NULL,
	`max_fee` text NOT NULL,
	`max_priority_fee` text NOT NULL,
	`block_number` integer,
	`block_hash` text,
	`gas_used` integer,
	`reorganised` integer DEFAULT 0 NOT NULL,
	`built_at` integer NOT NULL,
	`sent_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_nonce` ON `chain_transactions` (`sender`,`nonce`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_intent` ON `chain_transactions` (`intent_id`,`attempt`) WHERE state in ('built', 'sent', 'mined');--> statement-breakpoint
CREATE INDEX `chain_transactions_open` ON `chain_transactions` (`nonce`) WHERE state in ('built', 'sent', 'mined');--> statement-breakpoint
CREATE TABLE `chain_unknown_holds` (
	`hash` text PRIMARY KEY NOT NULL,
	`made_by` text NOT NULL,
	`amount` integer NOT NULL,
	`found_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chain_unknown_holds_open` ON `chain_unknown_holds` (`found_at`) WHERE amount > 0;--> statement-breakpoint
CREATE TABLE `payout_addresses` (
	`account_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`set_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_changes` (
	`place` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`what` text NOT NULL,
	`version` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_changes_of` ON `account_changes` (`account_id`,`place`);--> statement-breakpoint
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
	`content` text,
	`description` text,
	`added_by` integer NOT NULL,
	`added_by_id` text NOT NULL,
	`actor` text NOT NULL,
	`audience` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
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
	`decided_actor` text,
	`decided_at` integer,
	`comment` text,
	`edited` integer DEFAULT false NOT NULL,
	`told` text,
	`asked_by` text NOT NULL,
	`review_id` text,
	`votes` text DEFAULT '[]' NOT NULL,
	`escalated_at` integer,
	`proposal` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checkpoints_conversation` ON `checkpoints` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `checkpoints_open` ON `checkpoints` (`for_account_id`,`status`);--> statement-breakpoint
CREATE INDEX `checkpoints_due` ON `checkpoints` (`expires_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`context_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`state_reason` text,
	`state_reason_by` text,
	`state_at` integer NOT NULL,
	`previous_state` text,
	`version` integer NOT NULL,
	`from_address` text NOT NULL,
	`from_name` text NOT NULL,
	`contact_type` text NOT NULL,
	`rail` text DEFAULT 'ledger' NOT NULL,
	`release` text NOT NULL,
	`release_action` text,
	`release_chosen` integer,
	`price` integer NOT NULL,
	`first_use` integer,
	`quote_id` text,
	`ordered` text,
	`sending` text,
	`proposals` text,
	`terms` text,
	`milestones` text,
	`receipt` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`audit_salt` text NOT NULL,
	`tally` text NOT NULL,
	CONSTRAINT "price_not_negative" CHECK("conversations"."price" >= 0)
);
--> statement-breakpoint
CREATE INDEX `conversations_context` ON `conversations` (`context_id`);--> statement-breakpoint
CREATE INDEX `conversations_unpaid` ON `conversations` (`state_at`,`id`) WHERE state = 'auth-required';--> statement-breakpoint
CREATE INDEX `conversations_to_send` ON `conversations` (sending ->> '$.at',`id`) WHERE sending is not null;--> statement-breakpoint
CREATE INDEX `conversations_due` ON `conversations` (terms ->> '$.next',`id`) WHERE terms ->> '$.next' is not null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`author` integer NOT NULL,
	`author_kind` text NOT NULL,
	`actor` text NOT NULL,
	`mode` text NOT NULL,
	`in_reply_to` text,
	`parts` text NOT NULL,
	`artifact_ids` text NOT NULL,
	`audience` text,
	`asks_first` integer DEFAULT false NOT NULL,
	`a2a` text,
	`salt` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE INDEX `messages_a2a_id` ON `messages` (`conversation_id`,a2a ->> '$.messageId') WHERE a2a is not null;--> statement-breakpoint
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
	`remote` text,
	`knows` text NOT NULL,
	`knows_as` text NOT NULL,
	`reached` integer NOT NULL,
	`unread` integer NOT NULL,
	`archived` integer NOT NULL,
	`snoozed_until` integer,
	`views` integer DEFAULT 0 NOT NULL,
	`labels` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`state_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `position`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `participants_inbox` ON `participants` (`account_id`,`updated_at`) WHERE views & 1;--> statement-breakpoint
CREATE INDEX `participants_sent` ON `participants` (`account_id`,`updated_at`) WHERE views & 2;--> statement-breakpoint
CREATE INDEX `participants_drafts` ON `participants` (`account_id`,`updated_at`) WHERE views & 4;--> statement-breakpoint
CREATE INDEX `participants_archive` ON `participants` (`account_id`,`updated_at`) WHERE views & 8;--> statement-breakpoint
CREATE INDEX `participants_needs_you` ON `participants` (`account_id`,`updated_at`) WHERE views & 16;--> statement-breakpoint
CREATE INDEX `participants_payments` ON `participants` (`account_id`,`updated_at`) WHERE views & 32;--> statement-breakpoint
CREATE INDEX `participants_requests` ON `participants` (`account_id`,`updated_at`) WHERE views & 128;--> statement-breakpoint
CREATE INDEX `participants_waiting` ON `participants` (`account_id`,`updated_at`) WHERE views & 256;--> statement-breakpoint
CREATE INDEX `participants_snoozed` ON `participants` (`account_id`,`updated_at`) WHERE views & 16384;--> statement-breakpoint
CREATE INDEX `participants_tasks` ON `participants` (`account_id`,`state_at`) WHERE views <> 0;--> statement-breakpoint
CREATE INDEX `participants_to_wake` ON `participants` (`snoozed_until`,`account_id`) WHERE snoozed_until > 0;--> statement-breakpoint
CREATE INDEX `participants_for_agents` ON `participants` (`account_id`,`conversation_id`) WHERE kind = 'service' and unread = 1 and reached = 1;--> statement-breakpoint
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
	`void_reason` text,
	`fee_bps` integer DEFAULT 0 NOT NULL,
	`asked` integer,
	`raises` integer DEFAULT 0 NOT NULL,
	`released` integer DEFAULT 0 NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`refunds` integer DEFAULT 0 NOT NULL,
	`refunded_at` integer,
	`short_balance` integer,
	`short_at` integer,
	`terms` text,
	`pending_at` integer,
	`settlements` text,
	`reclaim` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "parts_within_price" CHECK(released >= 0 AND returned >= 0 AND released + returned <= price)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_conversation` ON `payments` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `payments_payer` ON `payments` (`payer_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_payee` ON `payments` (`payee_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_capture` ON `payments` (`status`,`capture_before`);--> statement-breakpoint
CREATE INDEX `payments_payer_held` ON `payments` (`payer_id`) WHERE status = 'held';--> statement-breakpoint
CREATE INDEX `payments_payee_held` ON `payments` (`payee_id`) WHERE status = 'held';--> statement-breakpoint
CREATE TABLE `storage_bound` (
	`id` integer PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stored_bytes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `view_counts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`everything` integer NOT NULL,
	`unread` integer NOT NULL,
	`inbox` integer NOT NULL,
	`sent` integer NOT NULL,
	`drafts` integer NOT NULL,
	`archive` integer NOT NULL,
	`needs_you` integer NOT NULL,
	`payments` integer NOT NULL,
	`unfinished` integer NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`snoozed` integer DEFAULT 0 NOT NULL,
	`money` integer DEFAULT 0 NOT NULL,
	`approvals` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`account_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`made_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`account_id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `account_deletions_open` ON `account_deletions` (`account_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`sender` text NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`recipient` text NOT NULL,
	`conversation_id` text,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`ends_at` integer,
	`lease` text,
	`log` text NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`series` text,
	`number` integer,
	`mailbox` text,
	`mailbox_number` integer,
	`opens_at` integer,
	`trouble` text,
	`trouble_at` integer
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`sender`,`due_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `deliveries_open` ON `deliveries` (`recipient`,`due_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `deliveries_lease` ON `deliveries` (`lease`) WHERE lease is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_series` ON `deliveries` (`series`,`number`) WHERE series is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_mailbox` ON `deliveries` (`mailbox`,`mailbox_number`) WHERE mailbox is not null;--> statement-breakpoint
CREATE INDEX `deliveries_trouble` ON `deliveries` (`series`,`trouble_at`) WHERE trouble is not null;--> statement-breakpoint
CREATE INDEX `deliveries_settled` ON `deliveries` (`sender`,`settled_at`) WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX `deliveries_recipient` ON `deliveries` (`recipient`,`id`);--> statement-breakpoint
CREATE TABLE `export_entries` (
	`export_id` text NOT NULL,
	`at` integer NOT NULL,
	`directory_at` integer NOT NULL,
	`name` text NOT NULL,
	`crc` integer NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`packed_size` integer NOT NULL,
	`bytes` blob,
	`artifact_id` text,
	PRIMARY KEY(`export_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `export_entries_directory` ON `export_entries` (`export_id`,`directory_at`);--> statement-breakpoint
CREATE TABLE `exported_conversations` (
	`export_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	PRIMARY KEY(`export_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`place` text NOT NULL,
	`slices` integer NOT NULL,
	`entries` integer NOT NULL,
	`data_bytes` integer NOT NULL,
	`directory_bytes` integer NOT NULL,
	`kept_bytes` integer NOT NULL,
	`conversations` integer NOT NULL,
	`conversations_done` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exports_of` ON `exports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `exports_making` ON `exports` (`id`) WHERE status = 'making';--> statement-breakpoint
CREATE INDEX `exports_expiry` ON `exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `federation_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `foreign_accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`origin` text NOT NULL,
	`card_url` text NOT NULL,
	`signature` text NOT NULL,
	`is_federated` integer NOT NULL,
	`url` text NOT NULL,
	`binding` text NOT NULL,
	`tenant` text,
	`can_push` integer NOT NULL,
	`payout` text,
	`operator` text,
	`read_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_accounts_address` ON `foreign_accounts` (`address`);--> statement-breakpoint
CREATE INDEX `foreign_accounts_origin` ON `foreign_accounts` (`origin`);--> statement-breakpoint
CREATE TABLE `remote_tasks` (
	`conversation_id` text NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`task_id` text,
	`version` integer,
	`look_at` integer,
	`looks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `account_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_tasks_token` ON `remote_tasks` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `remote_tasks_task` ON `remote_tasks` (`account_id`,`task_id`) WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX `remote_tasks_due` ON `remote_tasks` (`look_at`) WHERE look_at is not null;--> statement-breakpoint
CREATE TABLE `signature_nonces` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signature_nonces_expires` ON `signature_nonces` (`expires_at`);--> statement-breakpoint
CREATE TABLE `silent_peers` (
	`origin` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`opens_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `imported_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`import_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	`said` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imported_conversations_list` ON `imported_conversations` (`account_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `imported_files` (
	`id` text NOT NULL,
	`part` integer NOT NULL,
	`account_id` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `imported_files_of` ON `imported_files` (`account_id`,`size`);--> statement-breakpoint
CREATE TABLE `imported_messages` (
	`conversation_id` text NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	`said` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `imported_messages_by_time` ON `imported_messages` (`conversation_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `imported_messages_of` ON `imported_messages` (`account_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`service` text NOT NULL,
	`address` text NOT NULL,
	`archive_at` integer NOT NULL,
	`log_key` text NOT NULL,
	`is_key_known` integer NOT NULL,
	`log_size` integer NOT NULL,
	`items_all` integer NOT NULL,
	`items` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_of` ON `imports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `offers` (
	`account_id` text NOT NULL,
	`offer_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`price` integer NOT NULL,
	`release` text NOT NULL,
	`accept_within` text,
	`deliver_within` text,
	`arbiter` text,
	`input` text,
	`output` text NOT NULL,
	`open_max` integer,
	`day_max` integer,
	`audience` text,
	`active` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `offer_id`)
);
--> statement-breakpoint
CREATE TABLE `order_links` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`nonce` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_links_token` ON `order_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_links_nonce` ON `order_links` (`nonce`);--> statement-breakpoint
CREATE TABLE `orders` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`offer_id` text NOT NULL,
	`state` text NOT NULL,
	`ordered_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `orders_of_offer` ON `orders` (`seller_id`,`offer_id`,`state`,`ordered_at`);--> statement-breakpoint
CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`subscription` text NOT NULL,
	`kinds` text NOT NULL,
	`created_at` integer NOT NULL,
	`reached_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint_hash_unique` ON `push_devices` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_devices_account` ON `push_devices` (`account_id`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`price` integer,
	`release` text NOT NULL,
	`release_action` text,
	`accept_within` text,
	`deliver_within` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_key` ON `templates` (`account_id`,`key`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `address_domains_claim` ON `address_domains` (`account_id`,`domain`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_domains_held` ON `address_domains` (`domain`) WHERE status IN ('verified', 'dns-missing');--> statement-breakpoint
CREATE INDEX `address_domains_domain` ON `address_domains` (`domain`);--> statement-breakpoint
CREATE INDEX `address_domains_due` ON `address_domains` (`next_check_at`);--> statement-breakpoint
CREATE TABLE `node_feed` (
	`place` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`node` text NOT NULL,
	`wakes` text NOT NULL,
	`touched` text NOT NULL,
	`calls` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `node_feed_by_age` ON `node_feed` (`at`);--> statement-breakpoint
CREATE TABLE `hidden_messages` (
	`conversation_id` text NOT NULL,
	`position` integer NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`before` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `position`, `first`)
);
--> statement-breakpoint
CREATE TABLE `shared_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `inbox_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`sender` text,
	`words` text,
	`label_id` text,
	`archive` integer NOT NULL,
	`trust` integer NOT NULL,
	`in_turn` text,
	`turn` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inbox_rules_account` ON `inbox_rules` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `label_rows` (
	`label_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	PRIMARY KEY(`label_id`, `updated_at`, `conversation_id`)
);
--> statement-breakpoint
CREATE TABLE `labels` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_key` ON `labels` (`account_id`,`key`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`token` integer NOT NULL,
	`until` integer NOT NULL
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
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`);--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`conversation_id` text,
	`payment_id` text,
	`idempotency_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`chain_id` text NOT NULL,
	`chain_end` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_key` ON `ledger_transfers` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_payment` ON `ledger_transfers` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payer_releases` (
	`payer_id` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`payer_id`, `place`)
);
--> statement-breakpoint
CREATE TABLE `payment_days` (
	`account_id` text NOT NULL,
	`day` integer NOT NULL,
	`currency` text NOT NULL,
	`received` integer NOT NULL,
	`receipts` integer NOT NULL,
	`fees` integer NOT NULL,
	`paid` integer NOT NULL,
	`payments` integer NOT NULL,
	`returned` integer NOT NULL,
	`refunded` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `currency`)
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
CREATE UNIQUE INDEX `oauth_access_tokens_token_unique` ON `oauth_access_tokens` (`token`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_client_id` ON `oauth_access_tokens` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_session_id` ON `oauth_access_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_user_id` ON `oauth_access_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_authorization_code_id` ON `oauth_access_tokens` (`authorization_code_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_refresh_id` ON `oauth_access_tokens` (`refresh_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `oauth_clients_client_id_unique` ON `oauth_clients` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_clients_user_id` ON `oauth_clients` (`user_id`);--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `oauth_client_resources_client_id_resource_id` ON `oauth_client_resources` (`client_id`,`resource_id`);--> statement-breakpoint
CREATE INDEX `oauth_client_resources_client_id` ON `oauth_client_resources` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_client_resources_resource_id` ON `oauth_client_resources` (`resource_id`);--> statement-breakpoint
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
CREATE INDEX `oauth_consents_client_id` ON `oauth_consents` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_consents_user_id` ON `oauth_consents` (`user_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `oauth_refresh_tokens_token_unique` ON `oauth_refresh_tokens` (`token`);--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_client_id` ON `oauth_refresh_tokens` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_session_id` ON `oauth_refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_user_id` ON `oauth_refresh_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_authorization_code_id` ON `oauth_refresh_tokens` (`authorization_code_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `oauth_resources_identifier_unique` ON `oauth_resources` (`identifier`);--> statement-breakpoint
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
CREATE INDEX `mail_tokens_expires` ON `mail_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`account_id` text PRIMARY KEY NOT NULL,
	`needs_you` integer NOT NULL,
	`hold_ending` integer NOT NULL,
	`domain_lost` integer NOT NULL,
	`title_in_invites` integer NOT NULL,
	`notices_asked_at` integer,
	`reply_by_mail` integer DEFAULT true NOT NULL,
	`replies_from` integer DEFAULT 0 NOT NULL,
	`time_zone` text,
	`language` text,
	`quiet_from` integer,
	`quiet_to` integer,
	`muted_teams` text DEFAULT '[]' NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`format` text NOT NULL,
	`conversation_id` text,
	`config_id` text,
	`credential_id` text,
	`url` text NOT NULL,
	`events` text,
	`status` text NOT NULL,
	`reason` text,
	`failing_since` integer,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_until` integer,
	`read_to` integer NOT NULL,
	`changed_to` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_account` ON `webhooks` (`account_id`,`format`);--> statement-breakpoint
CREATE INDEX `webhooks_active` ON `webhooks` (`id`) WHERE status = 'active' and format = 'standard';--> statement-breakpoint
CREATE INDEX `webhooks_task` ON `webhooks` (`conversation_id`,`account_id`,`id`) WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX `webhooks_changed` ON `webhooks` (`id`) WHERE changed_to > read_to;--> statement-breakpoint
CREATE TABLE `probes` (
	`id` integer PRIMARY KEY NOT NULL,
	`times` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_spending` (
	`account_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`payee` text NOT NULL,
	`day` integer NOT NULL,
	`currency` text NOT NULL,
	`spent` integer NOT NULL,
	`most` integer,
	PRIMARY KEY(`account_id`, `credential_id`, `payee`, `day`, `currency`),
	CONSTRAINT "agent_limit" CHECK(most is null or spent <= most)
);
--> statement-breakpoint
CREATE INDEX `agent_spending_day` ON `agent_spending` (`day`);--> statement-breakpoint
CREATE TABLE `refused_holds` (
	`credential_id` text NOT NULL,
	CONSTRAINT "access_limit" CHECK(false)
);
--> statement-breakpoint
CREATE TABLE `spending` (
	`credential_id` text NOT NULL,
	`day` integer NOT NULL,
	`currency` text NOT NULL,
	`spent` integer NOT NULL,
	`per_day` integer NOT NULL,
	PRIMARY KEY(`credential_id`, `day`, `currency`),
	FOREIGN KEY (`credential_id`) REFERENCES `credentials`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "day_limit" CHECK(spent <= per_day)
);
--> statement-breakpoint
CREATE INDEX `spending_day` ON `spending` (`day`);--> statement-breakpoint
CREATE TABLE `clock_doubts` (
	`id` integer PRIMARY KEY NOT NULL,
	`right_at` integer NOT NULL,
	`ahead_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `clock_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`given_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hold_notices` (
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `kind`, `ends_at`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hold_extended_once` ON `hold_notices` (`payment_id`) WHERE kind = 'extended';--> statement-breakpoint
CREATE TABLE `upkeep_results` (
	`kind` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`ok` integer NOT NULL,
	`details` text NOT NULL,
	`well_at` integer,
	`mark` text
);
--> statement-breakpoint
CREATE TABLE `indexed_conversations` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`messages` integer NOT NULL,
	`readers` text NOT NULL,
	`head` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `indexed_to` (
	`id` integer PRIMARY KEY NOT NULL,
	`place` integer NOT NULL,
	`taken_out` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `word_rows` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `word_rows_of` ON `word_rows` (`conversation_id`,`seq`);
--> statement-breakpoint
CREATE TRIGGER audit_records_no_update BEFORE UPDATE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_records_no_delete BEFORE DELETE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_tiles_only_grow BEFORE UPDATE ON log_tiles
WHEN NEW.level IS NOT OLD.level OR NEW.place IS NOT OLD.place
  OR substr(NEW.hashes, 1, length(OLD.hashes)) IS NOT OLD.hashes
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
--> statement-breakpoint
CREATE TRIGGER log_tiles_no_delete BEFORE DELETE ON log_tiles
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
--> statement-breakpoint
CREATE TRIGGER log_ends_no_update BEFORE UPDATE ON log_ends
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
--> statement-breakpoint
CREATE TRIGGER log_ends_no_delete BEFORE DELETE ON log_ends
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
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
CREATE TRIGGER ledger_refund_within_release AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'refund'
BEGIN SELECT RAISE(ABORT, 'a refund is at most what was released') WHERE (
  SELECT coalesce(sum(iif(t.kind = 'refund', e.amount, -e.amount)), 0)
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE t.payment_id = (SELECT payment_id FROM ledger_transfers WHERE id = NEW.transfer_id)
    AND t.kind IN ('refund', 'release', 'fee') AND e.amount > 0
) > 0; END;
--> statement-breakpoint
CREATE TRIGGER ledger_release_of_payer AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'release'
BEGIN
  INSERT INTO payer_releases
  SELECT p.payer_id, NEW.rowid FROM ledger_transfers t JOIN payments p ON p.id = t.payment_id
  WHERE t.id = NEW.transfer_id; END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_hold_before_settling BEFORE INSERT ON chain_intents
WHEN NEW.act = 'hold' AND EXISTS (
  SELECT 1 FROM chain_intents
  WHERE payment_id = NEW.payment_id AND act IN ('capture', 'void')
)
BEGIN
  SELECT RAISE(ABORT, 'nothing more is held for what is settled'); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_settle_what_is_held BEFORE INSERT ON chain_intents
WHEN NEW.act IN ('capture', 'void')
BEGIN
  -- A return is decided by what the conversation knows: not yet what was refused meanwhile.
  SELECT RAISE(ABORT, 'what is settled is what is held')
  WHERE EXISTS (
    SELECT 1 FROM chain_intents WHERE payment_id = NEW.payment_id AND act = 'void'
  ) OR NOT EXISTS (
    SELECT 1 FROM (
      SELECT sum(iif(act = 'hold', amount, -coalesce(captured, amount))) AS rest FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act IN ('hold', 'capture') AND state <> 'dropped'
        AND (NEW.act = 'void' OR state <> 'refused')
    ) WHERE NEW.amount = rest OR (NEW.act = 'capture' AND NEW.amount < rest)
  ) OR (
    NEW.act = 'capture' AND EXISTS (
      SELECT 1 FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act = 'hold' AND state = 'open'
    )
  ); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_refund_what_was_captured BEFORE INSERT ON chain_intents
WHEN NEW.act = 'refund'
BEGIN
  SELECT RAISE(ABORT, 'refunds stay within what was captured')
  WHERE NEW.amount + (
    SELECT coalesce(sum(amount), 0) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'refund'
      AND state NOT IN ('refused', 'dropped')
  ) > (
    SELECT coalesce(sum(coalesce(captured, iif(act = 'capture', amount, 0))), 0)
    FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act IN ('capture', 'void') AND state <> 'refused'
  ); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_fixed BEFORE UPDATE OF id, key, act, conversation_id, payment_id, amount, terms, signature, hash, is_watched ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_kept BEFORE DELETE ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_kept BEFORE DELETE ON chain_transactions
BEGIN
  SELECT RAISE(ABORT, 'a transaction is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_over BEFORE UPDATE ON chain_transactions
WHEN OLD.state IN ('final', 'replaced', 'failed')
BEGIN
  SELECT RAISE(ABORT, 'a transaction that is over is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_refunds_fixed BEFORE UPDATE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_refunds_kept BEFORE DELETE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_stops_kept BEFORE DELETE ON chain_stops
BEGIN
  SELECT RAISE(ABORT, 'a stop is lifted, not deleted'); END;
--> statement-breakpoint
-- What the texts and files of an account take is added up as they are written.
CREATE TRIGGER artifacts_stored AFTER INSERT ON artifacts BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.added_by_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER artifacts_unstored AFTER DELETE ON artifacts BEGIN
  UPDATE stored_bytes SET bytes = bytes - old.size WHERE account_id = old.added_by_id; END;
--> statement-breakpoint
CREATE TRIGGER messages_stored AFTER INSERT ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, octet_length(new.parts) + coalesce(octet_length(new.a2a), 0)
    FROM participants WHERE conversation_id = new.conversation_id AND position = new.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER messages_restored AFTER UPDATE OF parts, a2a ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, octet_length(new.parts) + coalesce(octet_length(new.a2a), 0)
    - octet_length(old.parts) - coalesce(octet_length(old.a2a), 0)
    FROM participants WHERE conversation_id = new.conversation_id AND position = new.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER messages_unstored AFTER DELETE ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, -(octet_length(old.parts) + coalesce(octet_length(old.a2a), 0))
    FROM participants WHERE conversation_id = old.conversation_id AND position = old.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER messages_stored_by_another AFTER UPDATE OF account_id ON participants
WHEN old.account_id IS NOT new.account_id BEGIN
  UPDATE stored_bytes SET bytes = bytes - (
    SELECT coalesce(sum(octet_length(parts) + coalesce(octet_length(a2a), 0)), 0) FROM messages
    WHERE conversation_id = new.conversation_id AND author = new.position)
  WHERE account_id = old.account_id
  ; INSERT INTO stored_bytes (account_id, bytes) SELECT new.account_id, (
    SELECT coalesce(sum(octet_length(parts) + coalesce(octet_length(a2a), 0)), 0) FROM messages
    WHERE conversation_id = new.conversation_id AND author = new.position)
  WHERE new.account_id IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER imported_conversations_stored AFTER INSERT ON imported_conversations BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, octet_length(new.said))
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER imported_conversations_restored AFTER UPDATE OF said ON imported_conversations BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) + octet_length(new.said) WHERE account_id = new.account_id; END;
--> statement-breakpoint
CREATE TRIGGER imported_conversations_unstored AFTER DELETE ON imported_conversations BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) WHERE account_id = old.account_id; END;
--> statement-breakpoint
CREATE TRIGGER imported_messages_stored AFTER INSERT ON imported_messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, octet_length(new.said))
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER imported_messages_restored AFTER UPDATE OF said ON imported_messages BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) + octet_length(new.said) WHERE account_id = new.account_id; END;
--> statement-breakpoint
CREATE TRIGGER imported_messages_unstored AFTER DELETE ON imported_messages BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) WHERE account_id = old.account_id; END;
--> statement-breakpoint
CREATE TRIGGER imported_files_stored AFTER INSERT ON imported_files BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
CREATE TRIGGER imported_files_unstored AFTER DELETE ON imported_files BEGIN
  UPDATE stored_bytes SET bytes = bytes - old.size WHERE account_id = old.account_id; END;
--> statement-breakpoint
CREATE TRIGGER stored_bytes_bounded AFTER UPDATE OF bytes ON stored_bytes
WHEN new.bytes > old.bytes AND new.bytes > (SELECT bytes FROM storage_bound) BEGIN
  SELECT RAISE(ABORT, 'account_full'); END;
--> statement-breakpoint
CREATE TRIGGER stored_bytes_begun AFTER INSERT ON stored_bytes
WHEN new.bytes > (SELECT bytes FROM storage_bound) BEGIN
  SELECT RAISE(ABORT, 'account_full'); END;
--> statement-breakpoint
CREATE TRIGGER participants_labelled AFTER UPDATE OF labels ON participants
  WHEN old.labels IS NOT new.labels BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; INSERT INTO label_rows (label_id, updated_at, conversation_id)
    SELECT value, new.updated_at, new.conversation_id FROM json_each(new.labels); END;
--> statement-breakpoint
CREATE TRIGGER participants_moved AFTER UPDATE OF updated_at ON participants
  WHEN new.labels IS NOT NULL AND old.updated_at <> new.updated_at BEGIN
  UPDATE label_rows SET updated_at = new.updated_at
    WHERE label_id IN (SELECT value FROM json_each(new.labels))
      AND updated_at = old.updated_at AND conversation_id = new.conversation_id; END;
--> statement-breakpoint
CREATE TRIGGER participants_unlabelled AFTER DELETE ON participants
  WHEN old.labels IS NOT NULL BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; END;
--> statement-breakpoint
-- The bits of a view are those of view_bits.ts.
CREATE TRIGGER participants_counted AFTER INSERT ON participants
  WHEN new.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (new.account_id,
      (new.views <> 0),
      (new.unread and new.views & 1 <> 0),
      (new.views & 1 <> 0),
      (new.views & 2 <> 0),
      (new.views & 4 <> 0),
      (new.views & 8 <> 0),
      (new.views & 16 <> 0),
      (new.views & 32 <> 0),
      (new.views & 64 <> 0),
      (new.views & 128 <> 0),
      (new.views & 256 <> 0),
      (new.views & 16384 <> 0),
      (new.views & 528 = 528),
      (new.views & 1040 = 1040),
      (new.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
--> statement-breakpoint
CREATE TRIGGER participants_recounted AFTER UPDATE OF views, unread ON participants
  WHEN old.views <> new.views OR old.unread <> new.unread AND new.views & 1 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (new.account_id,
      (new.views <> 0) - (old.views <> 0),
      (new.unread and new.views & 1 <> 0) - (old.unread and old.views & 1 <> 0),
      (new.views & 1 <> 0) - (old.views & 1 <> 0),
      (new.views & 2 <> 0) - (old.views & 2 <> 0),
      (new.views & 4 <> 0) - (old.views & 4 <> 0),
      (new.views & 8 <> 0) - (old.views & 8 <> 0),
      (new.views & 16 <> 0) - (old.views & 16 <> 0),
      (new.views & 32 <> 0) - (old.views & 32 <> 0),
      (new.views & 64 <> 0) - (old.views & 64 <> 0),
      (new.views & 128 <> 0) - (old.views & 128 <> 0),
      (new.views & 256 <> 0) - (old.views & 256 <> 0),
      (new.views & 16384 <> 0) - (old.views & 16384 <> 0),
      (new.views & 528 = 528) - (old.views & 528 = 528),
      (new.views & 1040 = 1040) - (old.views & 1040 = 1040),
      (new.views & 2064 = 2064) - (old.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
--> statement-breakpoint
CREATE TRIGGER participants_uncounted AFTER DELETE ON participants
  WHEN old.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (old.account_id,
      -(old.views <> 0),
      -(old.unread and old.views & 1 <> 0),
      -(old.views & 1 <> 0),
      -(old.views & 2 <> 0),
      -(old.views & 4 <> 0),
      -(old.views & 8 <> 0),
      -(old.views & 16 <> 0),
      -(old.views & 32 <> 0),
      -(old.views & 64 <> 0),
      -(old.views & 128 <> 0),
      -(old.views & 256 <> 0),
      -(old.views & 16384 <> 0),
      -(old.views & 528 = 528),
      -(old.views & 1040 = 1040),
      -(old.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
--> statement-breakpoint
CREATE VIEW directory_entries AS
SELECT p.id AS id, p.account_id AS account_id, a.display_name AS name, d.local_part AS local_part, p.description AS description,
  coalesce((SELECT group_concat((s.value ->> '$.id') || ' ' || (s.value ->> '$.name') || ' ' || (s.value ->> '$.description') || ' ' || (s.value ->> '$.tags'), ' ')
    FROM json_each(p.skills) AS s WHERE s.value ->> '$.private' IS NULL), '')
  || coalesce((SELECT group_concat(' ' || o.offer_id || ' ' || o.title || ' ' || o.description, '')
    FROM offers AS o WHERE o.account_id = p.account_id AND o.active AND o.audience IS NULL), '') AS skills
FROM profiles AS p
JOIN accounts AS a ON a.id = p.account_id
JOIN addresses AS d ON d.account_id = p.account_id
WHERE p.listed = 1;
--> statement-breakpoint
-- A dump quotes the options of a virtual table with single quotes, so they use double ones.
CREATE VIRTUAL TABLE agent_directory USING fts5(name, local_part, description, skills, tokenize = "unicode61 remove_diacritics 2", prefix = "2 3");
--> statement-breakpoint
-- A text that leaves a profile leaves the index at once, not when the index is next merged.
INSERT INTO agent_directory (agent_directory, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER directory_profile_new AFTER INSERT ON profiles
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_changed AFTER UPDATE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_gone AFTER DELETE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER directory_name_changed AFTER UPDATE OF display_name ON accounts
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER directory_address_new AFTER INSERT ON addresses
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;
--> statement-breakpoint
CREATE TRIGGER directory_address_gone AFTER DELETE ON addresses
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id); END;
--> statement-breakpoint
CREATE TRIGGER directory_offer_new AFTER INSERT ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;
--> statement-breakpoint
CREATE TRIGGER directory_offer_changed AFTER UPDATE ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;
--> statement-breakpoint
CREATE TRIGGER directory_offer_gone AFTER DELETE ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = OLD.account_id; END;
--> statement-breakpoint
CREATE TRIGGER orders_within_capacity BEFORE INSERT ON orders
BEGIN
  SELECT RAISE(ABORT, 'an offer has no place left') FROM offers AS o
  WHERE o.account_id = NEW.seller_id AND o.offer_id = NEW.offer_id AND (
    o.open_max <= (SELECT count(*) FROM orders WHERE seller_id = NEW.seller_id AND offer_id = NEW.offer_id AND state = 'open')
    OR o.day_max <= (SELECT count(*) FROM orders WHERE seller_id = NEW.seller_id AND offer_id = NEW.offer_id
      AND state IN ('open', 'done', 'ended') AND ordered_at > NEW.ordered_at - 86400000)
  ); END;
--> statement-breakpoint
CREATE TRIGGER account_changes_pushed AFTER INSERT ON account_changes
WHEN NEW.kind = 'conversation' AND NEW.what <> 'flags'
BEGIN
  -- A change of a task wakes its own pushes: nothing reads the journal once for each of them.
  UPDATE webhooks SET changed_to = coalesce(NEW.version, changed_to + 1)
  WHERE conversation_id = NEW.object_id AND account_id = NEW.account_id; END;
--> statement-breakpoint
-- Each reader of a text has terms of their own (conversations/acts/store/words/index_terms.ts).
CREATE VIRTUAL TABLE words USING fts5(terms, content = "", contentless_delete = 1, detail = none, tokenize = "ascii");
--> statement-breakpoint
-- The terms of that index, one after another; it stores nothing itself.
CREATE VIRTUAL TABLE word_terms USING fts5vocab(words, instance);
--> statement-breakpoint
INSERT INTO indexed_to (id, place, taken_out) VALUES (1, 0, 0);
