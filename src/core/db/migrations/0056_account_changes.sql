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
CREATE INDEX `account_changes_of` ON `account_changes` (`account_id`,`place`);