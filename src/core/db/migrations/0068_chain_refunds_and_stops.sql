CREATE TABLE `chain_refunds` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`terms` text NOT NULL,
	`signature` text NOT NULL,
	`payee` text NOT NULL,
	`nonce` text NOT NULL,
	`from_block` integer NOT NULL,
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_refunds_nonce` ON `chain_refunds` (`payee`,`nonce`);--> statement-breakpoint
CREATE TABLE `chain_stops` (
	`intent_id` text NOT NULL,
	`moved_by` text NOT NULL,
	`payment_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`problem` text NOT NULL,
	`stopped_at` integer NOT NULL,
	`recorded_at` integer,
	`lifted_at` integer,
	PRIMARY KEY(`intent_id`, `moved_by`),
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chain_stops_open` ON `chain_stops` (`conversation_id`) WHERE lifted_at is null;--> statement-breakpoint
CREATE TRIGGER chain_refunds_fixed BEFORE UPDATE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_refunds_kept BEFORE DELETE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_stops_kept BEFORE DELETE ON chain_stops
BEGIN
  SELECT RAISE(ABORT, 'a stop is lifted, not deleted'); END;
