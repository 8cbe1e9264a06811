CREATE TABLE `payout_addresses` (
	`account_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`set_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `payments` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `pending_at` integer;