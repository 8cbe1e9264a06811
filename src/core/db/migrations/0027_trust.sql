ALTER TABLE `conversations` ADD `state_reason_by` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `knows_as` text;