DROP INDEX `contacts_contact`;--> statement-breakpoint
ALTER TABLE `contacts` ADD `standing` text DEFAULT 'usual' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_account` ON `contacts` (`owner_id`,`contact_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `quote_id` text;