ALTER TABLE `contacts` ADD `by_agent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `ask_first_payment` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `credentials` SET `ask_first_payment` = true WHERE `client_id` IS NOT NULL;
