CREATE TABLE `chain_seen` (
	`escrow` text PRIMARY KEY NOT NULL,
	`block` integer NOT NULL
);
