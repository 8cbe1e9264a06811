CREATE TABLE `imported_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`import_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	`said` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imported_conversations_list` ON `imported_conversations` (`account_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `imported_files` (
	`id` text NOT NULL,
	`part` integer NOT NULL,
	`account_id` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `imported_files_of` ON `imported_files` (`account_id`,`size`);--> statement-breakpoint
CREATE TABLE `imported_messages` (
	`conversation_id` text NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	`said` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `imported_messages_by_time` ON `imported_messages` (`conversation_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `imported_messages_of` ON `imported_messages` (`account_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`service` text NOT NULL,
	`address` text NOT NULL,
	`archive_at` integer NOT NULL,
	`log_key` text NOT NULL,
	`is_key_known` integer NOT NULL,
	`log_size` integer NOT NULL,
	`items_all` integer NOT NULL,
	`items` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_of` ON `imports` (`account_id`,`created_at`);--> statement-breakpoint
-- What a profile said goes out of the index with it, and not only once the index is merged.
INSERT INTO agent_directory (agent_directory, rank) VALUES ('secure-delete', 1);
