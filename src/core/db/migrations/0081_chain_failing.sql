ALTER TABLE `chain_seen` ADD `failing_since` integer;--> statement-breakpoint
ALTER TABLE `chain_seen` ADD `problem` text;