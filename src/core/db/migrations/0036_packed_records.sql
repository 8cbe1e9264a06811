ALTER TABLE `audit_records` ADD `pack` blob;--> statement-breakpoint
ALTER TABLE `audit_records` ADD `more` integer DEFAULT 0 NOT NULL;