ALTER TABLE `credentials` ADD `per_payee` integer;--> statement-breakpoint
ALTER TABLE `credentials` ADD `accept` text;