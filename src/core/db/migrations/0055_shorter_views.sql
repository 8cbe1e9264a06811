DROP INDEX `participants_inbox`;--> statement-breakpoint
DROP INDEX `participants_sent`;--> statement-breakpoint
DROP INDEX `participants_drafts`;--> statement-breakpoint
DROP INDEX `participants_archive`;--> statement-breakpoint
DROP INDEX `participants_needs_you`;--> statement-breakpoint
DROP INDEX `participants_payments`;--> statement-breakpoint
DROP INDEX `participants_requests`;--> statement-breakpoint
DROP INDEX `participants_waiting`;--> statement-breakpoint
DROP INDEX `participants_tasks`;--> statement-breakpoint
CREATE INDEX `participants_inbox` ON `participants` (`account_id`,`updated_at`) WHERE views & 1;--> statement-breakpoint
CREATE INDEX `participants_sent` ON `participants` (`account_id`,`updated_at`) WHERE views & 2;--> statement-breakpoint
CREATE INDEX `participants_drafts` ON `participants` (`account_id`,`updated_at`) WHERE views & 4;--> statement-breakpoint
CREATE INDEX `participants_archive` ON `participants` (`account_id`,`updated_at`) WHERE views & 8;--> statement-breakpoint
CREATE INDEX `participants_needs_you` ON `participants` (`account_id`,`updated_at`) WHERE views & 16;--> statement-breakpoint
CREATE INDEX `participants_payments` ON `participants` (`account_id`,`updated_at`) WHERE views & 32;--> statement-breakpoint
CREATE INDEX `participants_requests` ON `participants` (`account_id`,`updated_at`) WHERE views & 128;--> statement-breakpoint
CREATE INDEX `participants_waiting` ON `participants` (`account_id`,`updated_at`) WHERE views & 256;--> statement-breakpoint
CREATE INDEX `participants_tasks` ON `participants` (`account_id`,`state_at`) WHERE views <> 0;