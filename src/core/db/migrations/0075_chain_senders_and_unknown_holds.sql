CREATE TABLE `chain_unknown_holds` (
	`hash` text PRIMARY KEY NOT NULL,
	`made_by` text NOT NULL,
	`amount` integer NOT NULL,
	`found_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chain_unknown_holds_open` ON `chain_unknown_holds` (`found_at`) WHERE amount > 0;--> statement-breakpoint
DROP INDEX `chain_transactions_nonce`;--> statement-breakpoint
ALTER TABLE `chain_transactions` ADD `sender` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_nonce` ON `chain_transactions` (`sender`,`nonce`,`attempt`);--> statement-breakpoint
UPDATE chain_transactions SET sender = coalesce((
  SELECT json_extract(hold.terms, '$.operator') FROM chain_intents own
  JOIN chain_intents hold ON hold.payment_id = own.payment_id AND hold.act = 'hold'
  WHERE own.id = chain_transactions.intent_id ORDER BY hold.id DESC LIMIT 1
), '') WHERE state IN ('built', 'sent', 'mined');--> statement-breakpoint
DROP TRIGGER chain_intents_settle_what_is_held;--> statement-breakpoint
CREATE TRIGGER chain_intents_settle_what_is_held BEFORE INSERT ON chain_intents
WHEN NEW.act IN ('capture', 'void')
BEGIN
  -- A return is decided by what the conversation knows: not yet what was refused meanwhile.
  SELECT RAISE(ABORT, 'what is settled is what is held')
  WHERE NEW.amount IS NOT (
    SELECT sum(amount) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'hold' AND state <> 'dropped'
      AND (NEW.act = 'void' OR state <> 'refused')
  ) OR (
    NEW.act = 'capture' AND EXISTS (
      SELECT 1 FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act = 'hold' AND state = 'open'
    )
  ); END;
