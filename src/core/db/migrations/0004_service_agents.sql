ALTER TABLE `outbox` ADD `sender_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sender_seq` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `recipient_seq` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_sender` ON `outbox` (`sender_id`,`sender_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_recipient` ON `outbox` (`recipient`,`recipient_seq`);--> statement-breakpoint
CREATE INDEX `participants_for_agents` ON `participants` (`account_id`,`conversation_id`) WHERE kind = 'service' and unread = 1 and reached = 1;