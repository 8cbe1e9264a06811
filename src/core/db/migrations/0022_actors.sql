ALTER TABLE `artifacts` ADD `actor` text;--> statement-breakpoint
ALTER TABLE `audit_records` ADD `actor_own` text;--> statement-breakpoint
ALTER TABLE `checkpoints` ADD `decided_actor` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `actor` text;