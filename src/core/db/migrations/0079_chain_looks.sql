ALTER TABLE `chain_intents` ADD `found_ended` integer;--> statement-breakpoint
ALTER TABLE `chain_seen` ADD `final_block` integer;