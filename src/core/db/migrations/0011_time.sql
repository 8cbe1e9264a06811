CREATE TABLE `hold_notices` (
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `kind`, `ends_at`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hold_extended_once` ON `hold_notices` (`payment_id`) WHERE kind = 'extended';--> statement-breakpoint
CREATE INDEX `auth_sessions_expires` ON `auth_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `auth_verifications_expires` ON `auth_verifications` (`expires_at`);--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);--> statement-breakpoint
CREATE INDEX `checkpoints_due` ON `checkpoints` (`expires_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `conversations_unpaid` ON `conversations` (`state_at`,`id`) WHERE state = 'auth-required';--> statement-breakpoint
CREATE INDEX `credentials_of_client` ON `credentials` (`client_id`) WHERE client_id is not null;