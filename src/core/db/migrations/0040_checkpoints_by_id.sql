DROP INDEX `checkpoints_conversation`;--> statement-breakpoint
CREATE INDEX `checkpoints_conversation` ON `checkpoints` (`conversation_id`,`id`);