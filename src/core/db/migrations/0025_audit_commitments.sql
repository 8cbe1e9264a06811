CREATE TABLE `audit_checkpoints` (
	`number` integer PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`up_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `chain_id` text;--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `chain_end` integer;--> statement-breakpoint
ALTER TABLE `audit_records` ADD `salt` text;--> statement-breakpoint
ALTER TABLE `audit_records` ADD `holds` text;--> statement-breakpoint
ALTER TABLE `audit_records` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `audit_salt` text;--> statement-breakpoint
CREATE INDEX `conversations_unsealed` ON `conversations` (`id`) WHERE audit_salt is null;