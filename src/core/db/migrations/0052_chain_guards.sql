CREATE TRIGGER chain_intents_settle_what_is_held BEFORE INSERT ON chain_intents
WHEN NEW.act IN ('capture', 'void')
BEGIN
  SELECT RAISE(ABORT, 'what is settled is what is held')
  WHERE NEW.amount IS NOT (
    SELECT sum(amount) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'hold'
      AND state NOT IN ('refused', 'dropped')
  ) OR (
    NEW.act = 'capture' AND EXISTS (
      SELECT 1 FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act = 'hold' AND state = 'open'
    )
  ); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_refund_what_was_captured BEFORE INSERT ON chain_intents
WHEN NEW.act = 'refund'
BEGIN
  SELECT RAISE(ABORT, 'refunds stay within what was captured')
  WHERE NEW.amount + (
    SELECT coalesce(sum(amount), 0) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'refund'
      AND state NOT IN ('refused', 'dropped')
  ) > (
    SELECT coalesce(sum(amount), 0) FROM chain_intents
    WHERE payment_id = NEW.payment_id AND act = 'capture' AND state <> 'refused'
  ); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_hold_before_settling BEFORE INSERT ON chain_intents
WHEN NEW.act = 'hold' AND EXISTS (
  SELECT 1 FROM chain_intents
  WHERE payment_id = NEW.payment_id AND act IN ('capture', 'void')
)
BEGIN
  SELECT RAISE(ABORT, 'nothing more is held for what is settled'); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_fixed BEFORE UPDATE OF id, key, act, conversation_id, payment_id, amount, terms, signature, hash ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_intents_kept BEFORE DELETE ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_kept BEFORE DELETE ON chain_transactions
BEGIN
  SELECT RAISE(ABORT, 'a transaction is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_over BEFORE UPDATE ON chain_transactions
WHEN OLD.state IN ('final', 'replaced', 'failed')
BEGIN
  SELECT RAISE(ABORT, 'a transaction that is over is not changed'); END;
