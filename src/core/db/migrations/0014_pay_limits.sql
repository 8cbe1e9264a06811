CREATE TABLE `refused_holds` (
	`credential_id` text NOT NULL,
	CONSTRAINT "access_limit" CHECK(false)
);
--> statement-breakpoint
ALTER TABLE `credentials` ADD `payees` text;--> statement-breakpoint
ALTER TABLE `credentials` ADD `contact_types` text;