CREATE TABLE `payer_releases` (
	`payer_id` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`payer_id`, `place`)
);
--> statement-breakpoint
CREATE TABLE `payment_days` (
	`account_id` text NOT NULL,
	`day` integer NOT NULL,
	`received` integer NOT NULL,
	`receipts` integer NOT NULL,
	`fees` integer NOT NULL,
	`paid` integer NOT NULL,
	`payments` integer NOT NULL,
	`returned` integer NOT NULL,
	`refunded` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `payments_payer` ON `payments` (`payer_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_payee` ON `payments` (`payee_id`,`id`);--> statement-breakpoint
-- No line of a trigger but its last ends in a semicolon: a dump of a libSQL server is read by
-- lines. The price is divided before it is multiplied: a large one would leave 64 bits.
CREATE TRIGGER payments_released_in_day AFTER UPDATE OF released_at ON payments
WHEN NEW.released_at IS NOT NULL AND OLD.released_at IS NULL AND NEW.payee_id IS NOT NULL
BEGIN
  INSERT INTO payment_days
  SELECT NEW.payee_id, NEW.released_at / 86400000, NEW.price - fee, 1, fee, 0, 0, 0, 0
  FROM (SELECT NEW.price / 10000 * NEW.fee_bps + NEW.price % 10000 * NEW.fee_bps / 10000 AS fee)
  WHERE true
  ON CONFLICT DO UPDATE SET received = received + excluded.received,
    receipts = receipts + 1, fees = fees + excluded.fees
  ; INSERT INTO payment_days
  VALUES (NEW.payer_id, NEW.released_at / 86400000, 0, 0, 0, NEW.price, 1, 0, 0)
  ON CONFLICT DO UPDATE SET paid = paid + excluded.paid, payments = payments + 1; END;
--> statement-breakpoint
CREATE TRIGGER payments_refunded_in_day AFTER UPDATE OF refunded ON payments
WHEN NEW.refunded > OLD.refunded AND NEW.refunded_at IS NOT NULL AND NEW.payee_id IS NOT NULL
BEGIN
  INSERT INTO payment_days
  VALUES (NEW.payer_id, NEW.refunded_at / 86400000, 0, 0, 0, 0, 0, NEW.refunded - OLD.refunded, 0)
  ON CONFLICT DO UPDATE SET returned = returned + excluded.returned
  ; INSERT INTO payment_days
  VALUES (NEW.payee_id, NEW.refunded_at / 86400000, 0, 0, 0, 0, 0, 0, NEW.refunded - OLD.refunded)
  ON CONFLICT DO UPDATE SET refunded = refunded + excluded.refunded; END;
--> statement-breakpoint
CREATE TRIGGER ledger_release_of_payer AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'release'
BEGIN
  INSERT INTO payer_releases
  SELECT p.payer_id, NEW.rowid FROM ledger_transfers t JOIN payments p ON p.id = t.payment_id
  WHERE t.id = NEW.transfer_id; END;
--> statement-breakpoint
INSERT INTO payer_releases
SELECT p.payer_id, e.rowid FROM ledger_transfers t
JOIN payments p ON p.id = t.payment_id
JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount > 0
WHERE t.kind = 'release';
--> statement-breakpoint
-- Of what was given back in parts before, the day of the last part is all that is known.
INSERT INTO payment_days
SELECT account_id, day, sum(received), sum(receipts), sum(fees), sum(paid), sum(payments), sum(returned), sum(refunded)
FROM (
  SELECT payee_id AS account_id, released_at / 86400000 AS day, price - fee AS received, 1 AS receipts, fee AS fees,
    0 AS paid, 0 AS payments, 0 AS returned, 0 AS refunded
  FROM (SELECT *, price / 10000 * fee_bps + price % 10000 * fee_bps / 10000 AS fee FROM payments)
  WHERE released_at IS NOT NULL AND payee_id IS NOT NULL
  UNION ALL
  SELECT payer_id, released_at / 86400000, 0, 0, 0, price, 1, 0, 0 FROM payments
  WHERE released_at IS NOT NULL AND payee_id IS NOT NULL
  UNION ALL
  SELECT payer_id, refunded_at / 86400000, 0, 0, 0, 0, 0, refunded, 0 FROM payments
  WHERE refunded_at IS NOT NULL AND payee_id IS NOT NULL
  UNION ALL
  SELECT payee_id, refunded_at / 86400000, 0, 0, 0, 0, 0, 0, refunded FROM payments
  WHERE refunded_at IS NOT NULL AND payee_id IS NOT NULL
) GROUP BY account_id, day;
