ALTER TABLE `checkpoints` ADD `asked_by` text;--> statement-breakpoint
ALTER TABLE `checkpoints` ADD `review_id` text;