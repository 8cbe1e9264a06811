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
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `outbox_status`;--> statement-breakpoint
DROP INDEX `outbox_recipient`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `mailbox` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `lease` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `last_error` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `settled_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `trouble` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `trouble_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX `outbox_lease` ON `outbox` (`lease`) WHERE status = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`recipient_seq`);--> statement-breakpoint
CREATE INDEX `outbox_trouble` ON `outbox` (`sender_id`,`trouble_at`) WHERE trouble is not null;