CREATE TABLE `inbox_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`sender` text,
	`words` text,
	`label_id` text,
	`archive` integer NOT NULL,
	`trust` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inbox_rules_account` ON `inbox_rules` (`account_id`,`id`);