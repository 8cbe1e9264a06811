CREATE TABLE `export_entries` (
	`export_id` text NOT NULL,
	`at` integer NOT NULL,
	`directory_at` integer NOT NULL,
	`name` text NOT NULL,
	`crc` integer NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`packed_size` integer NOT NULL,
	`bytes` blob,
	`artifact_id` text,
	PRIMARY KEY(`export_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `export_entries_directory` ON `export_entries` (`export_id`,`directory_at`);--> statement-breakpoint
CREATE TABLE `exported_conversations` (
	`export_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	PRIMARY KEY(`export_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`place` text NOT NULL,
	`slices` integer NOT NULL,
	`entries` integer NOT NULL,
	`data_bytes` integer NOT NULL,
	`directory_bytes` integer NOT NULL,
	`kept_bytes` integer NOT NULL,
	`conversations` integer NOT NULL,
	`conversations_done` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exports_of` ON `exports` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `exports_making` ON `exports` (`id`) WHERE status = 'making';--> statement-breakpoint
CREATE INDEX `exports_expiry` ON `exports` (`expires_at`);