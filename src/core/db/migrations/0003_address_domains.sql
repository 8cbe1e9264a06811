CREATE TABLE `address_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain` text NOT NULL,
	`status` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_checked_at` integer,
	`verified_at` integer,
	`next_check_at` integer,
	`misses` integer NOT NULL,
	`missing_since` integer,
	`last_check` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_domains_claim` ON `address_domains` (`account_id`,`domain`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_domains_held` ON `address_domains` (`domain`) WHERE status IN ('verified', 'dns-missing');--> statement-breakpoint
CREATE INDEX `address_domains_domain` ON `address_domains` (`domain`);--> statement-breakpoint
CREATE INDEX `address_domains_due` ON `address_domains` (`next_check_at`);