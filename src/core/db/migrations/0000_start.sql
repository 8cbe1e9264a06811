CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`display_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `artifacts_added_by` ON `artifacts` (`added_by_id`);--> statement-breakpoint
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
	`comment` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checkpoints_conversation` ON `checkpoints` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `checkpoints_open` ON `checkpoints` (`for_account_id`,`status`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`owner_id` text NOT NULL,
	`address` text NOT NULL,
	`contact_id` text,
	`contact_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `address`)
);
--> statement-breakpoint
CREATE INDEX `contacts_contact` ON `contacts` (`owner_id`,`contact_id`);--> statement-breakpoint
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
	`updated_at` integer NOT NULL,
	CONSTRAINT "price_not_negative" CHECK("conversations"."price" >= 0)
);
--> statement-breakpoint
CREATE INDEX `conversations_context` ON `conversations` (`context_id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_four` text NOT NULL,
	`scopes` text,
	`created_at` integer NOT NULL,
	`rotated_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_token_hash` ON `credentials` (`token_hash`);--> statement-breakpoint
CREATE INDEX `credentials_account` ON `credentials` (`account_id`);--> statement-breakpoint
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
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_key` ON `ledger_transfers` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_payment` ON `ledger_transfers` (`payment_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `outbox_status` ON `outbox` (`status`,`created_at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `participants_account` ON `participants` (`conversation_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `participants_view` ON `participants` (`account_id`,`updated_at`,`conversation_id`);--> statement-breakpoint
CREATE INDEX `participants_tasks` ON `participants` (`account_id`,`state_at`,`conversation_id`);--> statement-breakpoint
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
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_conversation` ON `payments` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `payments_capture` ON `payments` (`status`,`capture_before`);--> statement-breakpoint
CREATE TABLE `welcomes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL
);
