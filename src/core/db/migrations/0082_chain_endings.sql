ALTER TABLE `chain_intents` ADD `captured` integer;--> statement-breakpoint
ALTER TABLE `chain_intents` ADD `retried_at` integer;--> statement-breakpoint
-- What was released and did not happen is taken back from the day in which it counted.
CREATE TRIGGER payments_unreleased_in_day AFTER UPDATE OF released_at ON payments
WHEN NEW.released_at IS NULL AND OLD.released_at IS NOT NULL AND OLD.payee_id IS NOT NULL
BEGIN
  UPDATE payment_days SET receipts = receipts - 1, received = received - OLD.price
    + (OLD.price / 10000 * OLD.fee_bps + OLD.price % 10000 * OLD.fee_bps / 10000),
    fees = fees - (OLD.price / 10000 * OLD.fee_bps + OLD.price % 10000 * OLD.fee_bps / 10000)
  WHERE account_id = OLD.payee_id AND day = OLD.released_at / 86400000
  ; UPDATE payment_days SET paid = paid - OLD.price, payments = payments - 1
  WHERE account_id = OLD.payer_id AND day = OLD.released_at / 86400000; END;
--> statement-breakpoint
DROP TRIGGER chain_intents_refund_what_was_captured;--> statement-breakpoint
CREATE TRIGGER chain_intents_refund_what_was_captured BEFORE INSERT ON chain_intents
WHEN NEW.act = 'refund'
BEGIN
  SELECT RAISE(ABORT, 'refunds stay within what was captured')
  WHERE NEW.amount + (
    SELECT coalesce(sum(amount), 0) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'refund'
      AND state NOT IN ('refused', 'dropped')
  ) > (
    SELECT coalesce(sum(coalesce(captured, iif(act = 'capture', amount, 0))), 0)
    FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act IN ('capture', 'void') AND state <> 'refused'
  ); END;
