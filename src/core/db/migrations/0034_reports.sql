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
CREATE INDEX `reports_age` ON `reports` (`created_at`);