-- What is refunded is never more than what was released for the payment, whoever
-- writes it and however often.
CREATE TRIGGER ledger_refund_within_release AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'refund'
BEGIN SELECT RAISE(ABORT, 'a refund is at most what was released') WHERE (
  SELECT coalesce(sum(iif(t.kind = 'refund', e.amount, -e.amount)), 0)
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE t.payment_id = (SELECT payment_id FROM ledger_transfers WHERE id = NEW.transfer_id)
    AND t.kind IN ('refund', 'release', 'fee') AND e.amount > 0
) > 0; END;
