-- Triggers, views and full-text indexes: all that the tables beside this file cannot say.
-- `bun run migration` appends it to the tables. An empty line ends a statement, so none stands
-- within one. Programs that read the dump of a libSQL server take a line that ends in a
-- semicolon for the end of a statement, so within a trigger only its last line has one.

CREATE TRIGGER audit_records_no_update BEFORE UPDATE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;

CREATE TRIGGER audit_records_no_delete BEFORE DELETE ON audit_records
BEGIN SELECT RAISE(ABORT, 'audit records are append-only'); END;

CREATE TRIGGER log_tiles_only_grow BEFORE UPDATE ON log_tiles
WHEN NEW.level IS NOT OLD.level OR NEW.place IS NOT OLD.place
  OR substr(NEW.hashes, 1, length(OLD.hashes)) IS NOT OLD.hashes
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;

CREATE TRIGGER log_tiles_no_delete BEFORE DELETE ON log_tiles
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;

CREATE TRIGGER log_ends_no_update BEFORE UPDATE ON log_ends
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;

CREATE TRIGGER log_ends_no_delete BEFORE DELETE ON log_ends
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;

CREATE TRIGGER ledger_transfers_no_update BEFORE UPDATE ON ledger_transfers
BEGIN SELECT RAISE(ABORT, 'ledger transfers are append-only'); END;

CREATE TRIGGER ledger_transfers_no_delete BEFORE DELETE ON ledger_transfers
BEGIN SELECT RAISE(ABORT, 'ledger transfers are append-only'); END;

CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'ledger accounts are never deleted'); END;

CREATE TRIGGER ledger_accounts_fixed BEFORE UPDATE OF id, owner, kind, currency ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'a ledger account keeps its owner, kind and currency'); END;

CREATE TRIGGER ledger_entries_move AFTER INSERT ON ledger_entries
BEGIN UPDATE ledger_accounts SET balance = balance + NEW.amount WHERE id = NEW.account_id; END;

CREATE TRIGGER ledger_refund_within_release AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'refund'
BEGIN SELECT RAISE(ABORT, 'a refund is at most what was released') WHERE (
  SELECT coalesce(sum(iif(t.kind = 'refund', e.amount, -e.amount)), 0)
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE t.payment_id = (SELECT payment_id FROM ledger_transfers WHERE id = NEW.transfer_id)
    AND t.kind IN ('refund', 'release', 'fee') AND e.amount > 0
) > 0; END;

CREATE TRIGGER ledger_release_of_payer AFTER INSERT ON ledger_entries
WHEN NEW.amount > 0 AND (SELECT kind FROM ledger_transfers WHERE id = NEW.transfer_id) = 'release'
BEGIN
  INSERT INTO payer_releases
  SELECT p.payer_id, NEW.rowid FROM ledger_transfers t JOIN payments p ON p.id = t.payment_id
  WHERE t.id = NEW.transfer_id; END;

CREATE TRIGGER chain_intents_hold_before_settling BEFORE INSERT ON chain_intents
WHEN NEW.act = 'hold' AND EXISTS (
  SELECT 1 FROM chain_intents
  WHERE payment_id = NEW.payment_id AND act IN ('capture', 'void')
)
BEGIN
  SELECT RAISE(ABORT, 'nothing more is held for what is settled'); END;

CREATE TRIGGER chain_intents_settle_what_is_held BEFORE INSERT ON chain_intents
WHEN NEW.act IN ('capture', 'void')
BEGIN
  -- A return is decided by what the conversation knows: not yet what was refused meanwhile.
  SELECT RAISE(ABORT, 'what is settled is what is held')
  WHERE EXISTS (
    SELECT 1 FROM chain_intents WHERE payment_id = NEW.payment_id AND act = 'void'
  ) OR NOT EXISTS (
    SELECT 1 FROM (
      SELECT sum(iif(act = 'hold', amount, -coalesce(captured, amount))) AS rest FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act IN ('hold', 'capture') AND state <> 'dropped'
        AND (NEW.act = 'void' OR state <> 'refused')
    ) WHERE NEW.amount = rest OR (NEW.act = 'capture' AND NEW.amount < rest)
  ) OR (
    NEW.act = 'capture' AND EXISTS (
      SELECT 1 FROM chain_intents
      WHERE payment_id = NEW.payment_id AND act = 'hold' AND state = 'open'
    )
  ); END;

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

CREATE TRIGGER chain_intents_fixed BEFORE UPDATE OF id, key, act, conversation_id, payment_id, amount, terms, signature, hash, is_watched ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not changed'); END;

CREATE TRIGGER chain_intents_kept BEFORE DELETE ON chain_intents
BEGIN
  SELECT RAISE(ABORT, 'a movement is not deleted'); END;

CREATE TRIGGER chain_transactions_kept BEFORE DELETE ON chain_transactions
BEGIN
  SELECT RAISE(ABORT, 'a transaction is not deleted'); END;

CREATE TRIGGER chain_transactions_over BEFORE UPDATE ON chain_transactions
WHEN OLD.state IN ('final', 'replaced', 'failed')
BEGIN
  SELECT RAISE(ABORT, 'a transaction that is over is not changed'); END;

CREATE TRIGGER chain_refunds_fixed BEFORE UPDATE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not changed'); END;

CREATE TRIGGER chain_refunds_kept BEFORE DELETE ON chain_refunds
BEGIN
  SELECT RAISE(ABORT, 'what was signed is not deleted'); END;

CREATE TRIGGER chain_stops_kept BEFORE DELETE ON chain_stops
BEGIN
  SELECT RAISE(ABORT, 'a stop is lifted, not deleted'); END;

-- What the texts and files of an account take is added up as they are written.
CREATE TRIGGER artifacts_stored AFTER INSERT ON artifacts BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.added_by_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER artifacts_unstored AFTER DELETE ON artifacts BEGIN
  UPDATE stored_bytes SET bytes = bytes - old.size WHERE account_id = old.added_by_id; END;

CREATE TRIGGER messages_stored AFTER INSERT ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, octet_length(new.parts) + coalesce(octet_length(new.a2a), 0)
    FROM participants WHERE conversation_id = new.conversation_id AND position = new.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER messages_restored AFTER UPDATE OF parts, a2a ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, octet_length(new.parts) + coalesce(octet_length(new.a2a), 0)
    - octet_length(old.parts) - coalesce(octet_length(old.a2a), 0)
    FROM participants WHERE conversation_id = new.conversation_id AND position = new.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER messages_unstored AFTER DELETE ON messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) SELECT account_id, -(octet_length(old.parts) + coalesce(octet_length(old.a2a), 0))
    FROM participants WHERE conversation_id = old.conversation_id AND position = old.author AND account_id IS NOT NULL AND kind <> 'service'
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER messages_stored_by_another AFTER UPDATE OF account_id ON participants
WHEN old.account_id IS NOT new.account_id BEGIN
  UPDATE stored_bytes SET bytes = bytes - (
    SELECT coalesce(sum(octet_length(parts) + coalesce(octet_length(a2a), 0)), 0) FROM messages
    WHERE conversation_id = new.conversation_id AND author = new.position)
  WHERE account_id = old.account_id
  ; INSERT INTO stored_bytes (account_id, bytes) SELECT new.account_id, (
    SELECT coalesce(sum(octet_length(parts) + coalesce(octet_length(a2a), 0)), 0) FROM messages
    WHERE conversation_id = new.conversation_id AND author = new.position)
  WHERE new.account_id IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER imported_conversations_stored AFTER INSERT ON imported_conversations BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, octet_length(new.said))
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER imported_conversations_restored AFTER UPDATE OF said ON imported_conversations BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) + octet_length(new.said) WHERE account_id = new.account_id; END;

CREATE TRIGGER imported_conversations_unstored AFTER DELETE ON imported_conversations BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) WHERE account_id = old.account_id; END;

CREATE TRIGGER imported_messages_stored AFTER INSERT ON imported_messages BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, octet_length(new.said))
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER imported_messages_restored AFTER UPDATE OF said ON imported_messages BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) + octet_length(new.said) WHERE account_id = new.account_id; END;

CREATE TRIGGER imported_messages_unstored AFTER DELETE ON imported_messages BEGIN
  UPDATE stored_bytes SET bytes = bytes - octet_length(old.said) WHERE account_id = old.account_id; END;

CREATE TRIGGER imported_files_stored AFTER INSERT ON imported_files BEGIN
  INSERT INTO stored_bytes (account_id, bytes) VALUES (new.account_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;

CREATE TRIGGER imported_files_unstored AFTER DELETE ON imported_files BEGIN
  UPDATE stored_bytes SET bytes = bytes - old.size WHERE account_id = old.account_id; END;

CREATE TRIGGER stored_bytes_bounded AFTER UPDATE OF bytes ON stored_bytes
WHEN new.bytes > old.bytes AND new.bytes > (SELECT bytes FROM storage_bound) BEGIN
  SELECT RAISE(ABORT, 'account_full'); END;

CREATE TRIGGER stored_bytes_begun AFTER INSERT ON stored_bytes
WHEN new.bytes > (SELECT bytes FROM storage_bound) BEGIN
  SELECT RAISE(ABORT, 'account_full'); END;

CREATE TRIGGER participants_labelled AFTER UPDATE OF labels ON participants
  WHEN old.labels IS NOT new.labels BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; INSERT INTO label_rows (label_id, updated_at, conversation_id)
    SELECT value, new.updated_at, new.conversation_id FROM json_each(new.labels); END;

CREATE TRIGGER participants_moved AFTER UPDATE OF updated_at ON participants
  WHEN new.labels IS NOT NULL AND old.updated_at <> new.updated_at BEGIN
  UPDATE label_rows SET updated_at = new.updated_at
    WHERE label_id IN (SELECT value FROM json_each(new.labels))
      AND updated_at = old.updated_at AND conversation_id = new.conversation_id; END;

CREATE TRIGGER participants_unlabelled AFTER DELETE ON participants
  WHEN old.labels IS NOT NULL BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; END;

-- The bits of a view are those of view_bits.ts.
CREATE TRIGGER participants_counted AFTER INSERT ON participants
  WHEN new.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (new.account_id,
      (new.views <> 0),
      (new.unread and new.views & 1 <> 0),
      (new.views & 1 <> 0),
      (new.views & 2 <> 0),
      (new.views & 4 <> 0),
      (new.views & 8 <> 0),
      (new.views & 16 <> 0),
      (new.views & 32 <> 0),
      (new.views & 64 <> 0),
      (new.views & 128 <> 0),
      (new.views & 256 <> 0),
      (new.views & 16384 <> 0),
      (new.views & 528 = 528),
      (new.views & 1040 = 1040),
      (new.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;

CREATE TRIGGER participants_recounted AFTER UPDATE OF views, unread ON participants
  WHEN old.views <> new.views OR old.unread <> new.unread AND new.views & 1 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (new.account_id,
      (new.views <> 0) - (old.views <> 0),
      (new.unread and new.views & 1 <> 0) - (old.unread and old.views & 1 <> 0),
      (new.views & 1 <> 0) - (old.views & 1 <> 0),
      (new.views & 2 <> 0) - (old.views & 2 <> 0),
      (new.views & 4 <> 0) - (old.views & 4 <> 0),
      (new.views & 8 <> 0) - (old.views & 8 <> 0),
      (new.views & 16 <> 0) - (old.views & 16 <> 0),
      (new.views & 32 <> 0) - (old.views & 32 <> 0),
      (new.views & 64 <> 0) - (old.views & 64 <> 0),
      (new.views & 128 <> 0) - (old.views & 128 <> 0),
      (new.views & 256 <> 0) - (old.views & 256 <> 0),
      (new.views & 16384 <> 0) - (old.views & 16384 <> 0),
      (new.views & 528 = 528) - (old.views & 528 = 528),
      (new.views & 1040 = 1040) - (old.views & 1040 = 1040),
      (new.views & 2064 = 2064) - (old.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;

CREATE TRIGGER participants_uncounted AFTER DELETE ON participants
  WHEN old.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, snoozed, money, approvals, replies)
    VALUES (old.account_id,
      -(old.views <> 0),
      -(old.unread and old.views & 1 <> 0),
      -(old.views & 1 <> 0),
      -(old.views & 2 <> 0),
      -(old.views & 4 <> 0),
      -(old.views & 8 <> 0),
      -(old.views & 16 <> 0),
      -(old.views & 32 <> 0),
      -(old.views & 64 <> 0),
      -(old.views & 128 <> 0),
      -(old.views & 256 <> 0),
      -(old.views & 16384 <> 0),
      -(old.views & 528 = 528),
      -(old.views & 1040 = 1040),
      -(old.views & 2064 = 2064))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished,
      requests = requests + excluded.requests,
      waiting = waiting + excluded.waiting,
      snoozed = snoozed + excluded.snoozed,
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;

CREATE VIEW directory_entries AS
SELECT p.id AS id, p.account_id AS account_id, a.display_name AS name, d.local_part AS local_part, p.description AS description,
  coalesce((SELECT group_concat((s.value ->> '$.id') || ' ' || (s.value ->> '$.name') || ' ' || (s.value ->> '$.description') || ' ' || (s.value ->> '$.tags'), ' ')
    FROM json_each(p.skills) AS s WHERE s.value ->> '$.private' IS NULL), '')
  || coalesce((SELECT group_concat(' ' || o.offer_id || ' ' || o.title || ' ' || o.description, '')
    FROM offers AS o WHERE o.account_id = p.account_id AND o.active AND o.audience IS NULL), '') AS skills
FROM profiles AS p
JOIN accounts AS a ON a.id = p.account_id
JOIN addresses AS d ON d.account_id = p.account_id
WHERE p.listed = 1;

-- A dump quotes the options of a virtual table with single quotes, so they use double ones.
CREATE VIRTUAL TABLE agent_directory USING fts5(name, local_part, description, skills, tokenize = "unicode61 remove_diacritics 2", prefix = "2 3");

-- A text that leaves a profile leaves the index at once, not when the index is next merged.
INSERT INTO agent_directory (agent_directory, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER directory_profile_new AFTER INSERT ON profiles
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;

CREATE TRIGGER directory_profile_changed AFTER UPDATE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;

CREATE TRIGGER directory_profile_gone AFTER DELETE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; END;

CREATE TRIGGER directory_name_changed AFTER UPDATE OF display_name ON accounts
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.id; END;

CREATE TRIGGER directory_address_new AFTER INSERT ON addresses
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;

CREATE TRIGGER directory_address_gone AFTER DELETE ON addresses
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id); END;

CREATE TRIGGER directory_offer_new AFTER INSERT ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;

CREATE TRIGGER directory_offer_changed AFTER UPDATE ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;

CREATE TRIGGER directory_offer_gone AFTER DELETE ON offers
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = OLD.account_id; END;

CREATE TRIGGER orders_within_capacity BEFORE INSERT ON orders
BEGIN
  SELECT RAISE(ABORT, 'an offer has no place left') FROM offers AS o
  WHERE o.account_id = NEW.seller_id AND o.offer_id = NEW.offer_id AND (
    o.open_max <= (SELECT count(*) FROM orders WHERE seller_id = NEW.seller_id AND offer_id = NEW.offer_id AND state = 'open')
    OR o.day_max <= (SELECT count(*) FROM orders WHERE seller_id = NEW.seller_id AND offer_id = NEW.offer_id
      AND state IN ('open', 'done', 'ended') AND ordered_at > NEW.ordered_at - 86400000)
  ); END;

CREATE TRIGGER account_changes_pushed AFTER INSERT ON account_changes
WHEN NEW.kind = 'conversation' AND NEW.what <> 'flags'
BEGIN
  -- A change of a task wakes its own pushes: nothing reads the journal once for each of them.
  UPDATE webhooks SET changed_to = coalesce(NEW.version, changed_to + 1)
  WHERE conversation_id = NEW.object_id AND account_id = NEW.account_id; END;

-- Each reader of a text has terms of their own (conversations/acts/store/words/index_terms.ts).
CREATE VIRTUAL TABLE words USING fts5(terms, content = "", contentless_delete = 1, detail = none, tokenize = "ascii");

-- The terms of that index, one after another; it stores nothing itself.
CREATE VIRTUAL TABLE word_terms USING fts5vocab(words, instance);

INSERT INTO indexed_to (id, place, taken_out) VALUES (1, 0, 0);
