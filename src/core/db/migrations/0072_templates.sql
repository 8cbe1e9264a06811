CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`price` integer,
	`release` text NOT NULL,
	`release_action` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_key` ON `templates` (`account_id`,`key`);