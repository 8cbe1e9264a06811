CREATE TABLE `account_deletions` (
	`account_id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `account_deletions_open` ON `account_deletions` (`account_id`) WHERE ended_at is null;