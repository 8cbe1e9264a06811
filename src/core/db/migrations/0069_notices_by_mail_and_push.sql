CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`subscription` text NOT NULL,
	`kinds` text NOT NULL,
	`created_at` integer NOT NULL,
	`reached_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint_hash_unique` ON `push_devices` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_devices_account` ON `push_devices` (`account_id`);--> statement-breakpoint
CREATE TABLE `push_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`device_id` text NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`conversation_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`lease` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_notices_due` ON `push_notices` (`due_at`);--> statement-breakpoint
CREATE INDEX `push_notices_device` ON `push_notices` (`device_id`);--> statement-breakpoint
CREATE INDEX `push_notices_lease` ON `push_notices` (`lease`) WHERE lease is not null;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `reply_by_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `replies_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `quiet_from` integer;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `quiet_to` integer;