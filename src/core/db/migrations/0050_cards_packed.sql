DROP INDEX `participants_account`;--> statement-breakpoint
ALTER TABLE `checkpoints` ADD `card` blob;