CREATE TABLE `chain_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`act` text NOT NULL,
	`conversation_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`terms` text,
	`signature` text,
	`hash` text,
	`problem` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "chain_amount_is_integer" CHECK(typeof(amount) = 'integer'),
	CONSTRAINT "chain_amount_above_zero" CHECK(amount > 0),
	CONSTRAINT "chain_hold_is_signed" CHECK((act = 'hold') = (terms is not null and signature is not null and hash is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_intents_key` ON `chain_intents` (`key`) WHERE state not in ('refused', 'dropped');--> statement-breakpoint
CREATE UNIQUE INDEX `chain_intents_hash` ON `chain_intents` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `chain_intents_settle` ON `chain_intents` (`payment_id`) WHERE act in ('capture', 'void');--> statement-breakpoint
CREATE INDEX `chain_intents_payment` ON `chain_intents` (`payment_id`);--> statement-breakpoint
CREATE INDEX `chain_intents_unsettled` ON `chain_intents` (`state`,`id`) WHERE state in ('open', 'confirmed', 'refused');--> statement-breakpoint
CREATE TABLE `chain_transactions` (
	`hash` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`nonce` integer NOT NULL,
	`attempt` integer NOT NULL,
	`state` text NOT NULL,
	`raw` text NOT NULL,
	`to` text NOT NULL,
	`data` text NOT NULL,
	`gas` integer NOT NULL,
	`max_fee` text NOT NULL,
	`max_priority_fee` text NOT NULL,
	`block_number` integer,
	`block_hash` text,
	`gas_used` integer,
	`reorganised` integer DEFAULT 0 NOT NULL,
	`built_at` integer NOT NULL,
	`sent_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`intent_id`) REFERENCES `chain_intents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_nonce` ON `chain_transactions` (`nonce`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_intent` ON `chain_transactions` (`intent_id`,`attempt`) WHERE state in ('built', 'sent', 'mined');--> statement-breakpoint
CREATE INDEX `chain_transactions_open` ON `chain_transactions` (`nonce`) WHERE state in ('built', 'sent', 'mined');