ALTER TABLE `payments` ADD `fee_bps` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `asked` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `raises` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `short_balance` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `short_at` integer;--> statement-breakpoint
CREATE INDEX `payments_payer_held` ON `payments` (`payer_id`) WHERE status = 'held';--> statement-breakpoint
CREATE INDEX `payments_payee_held` ON `payments` (`payee_id`) WHERE status = 'held';