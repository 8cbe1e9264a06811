ALTER TABLE `conversations` ADD `sending` text;--> statement-breakpoint
CREATE INDEX `conversations_to_send` ON `conversations` (sending ->> '$.at',`id`) WHERE sending is not null;