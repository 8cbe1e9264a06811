-- A libSQL server writes the options of a virtual table into its dump as they are, where
-- single quotes end the text they stand in: with double ones the dump can be restored.
DROP TABLE agent_directory;
--> statement-breakpoint
CREATE VIRTUAL TABLE agent_directory USING fts5(name, local_part, description, skills, tokenize = "unicode61 remove_diacritics 2", prefix = "2 3");
--> statement-breakpoint
INSERT INTO agent_directory (rowid, name, local_part, description, skills)
  SELECT id, name, local_part, description, skills FROM directory_entries;
--> statement-breakpoint
-- What reads a dump takes a line that ends in a semicolon for the end of a statement.
DROP TRIGGER directory_profile_new;
--> statement-breakpoint
CREATE TRIGGER directory_profile_new AFTER INSERT ON profiles
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;
--> statement-breakpoint
DROP TRIGGER directory_profile_changed;
--> statement-breakpoint
CREATE TRIGGER directory_profile_changed AFTER UPDATE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id; END;
--> statement-breakpoint
DROP TRIGGER directory_profile_gone;
--> statement-breakpoint
CREATE TRIGGER directory_profile_gone AFTER DELETE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id; END;
--> statement-breakpoint
DROP TRIGGER directory_name_changed;
--> statement-breakpoint
CREATE TRIGGER directory_name_changed AFTER UPDATE OF display_name ON accounts
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.id); INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.id; END;
--> statement-breakpoint
DROP TRIGGER directory_address_new;
--> statement-breakpoint
CREATE TRIGGER directory_address_new AFTER INSERT ON addresses
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id; END;
--> statement-breakpoint
DROP TRIGGER directory_address_gone;
--> statement-breakpoint
CREATE TRIGGER directory_address_gone AFTER DELETE ON addresses
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id); END;
--> statement-breakpoint
DROP TRIGGER participants_counted;
--> statement-breakpoint
CREATE TRIGGER participants_counted AFTER INSERT ON participants
  WHEN new.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished)
    VALUES (new.account_id,
      (new.views <> 0),
      (new.unread and new.views & 1 <> 0),
      (new.views & 1 <> 0),
      (new.views & 2 <> 0),
      (new.views & 4 <> 0),
      (new.views & 8 <> 0),
      (new.views & 16 <> 0),
      (new.views & 32 <> 0),
      (new.views & 64 <> 0))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished; END;
--> statement-breakpoint
DROP TRIGGER participants_recounted;
--> statement-breakpoint
CREATE TRIGGER participants_recounted AFTER UPDATE OF views, unread ON participants
  WHEN old.views <> new.views OR old.unread <> new.unread AND new.views & 1 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished)
    VALUES (new.account_id,
      (new.views <> 0) - (old.views <> 0),
      (new.unread and new.views & 1 <> 0) - (old.unread and old.views & 1 <> 0),
      (new.views & 1 <> 0) - (old.views & 1 <> 0),
      (new.views & 2 <> 0) - (old.views & 2 <> 0),
      (new.views & 4 <> 0) - (old.views & 4 <> 0),
      (new.views & 8 <> 0) - (old.views & 8 <> 0),
      (new.views & 16 <> 0) - (old.views & 16 <> 0),
      (new.views & 32 <> 0) - (old.views & 32 <> 0),
      (new.views & 64 <> 0) - (old.views & 64 <> 0))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished; END;
--> statement-breakpoint
DROP TRIGGER participants_uncounted;
--> statement-breakpoint
CREATE TRIGGER participants_uncounted AFTER DELETE ON participants
  WHEN old.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished)
    VALUES (old.account_id,
      -(old.views <> 0),
      -(old.unread and old.views & 1 <> 0),
      -(old.views & 1 <> 0),
      -(old.views & 2 <> 0),
      -(old.views & 4 <> 0),
      -(old.views & 8 <> 0),
      -(old.views & 16 <> 0),
      -(old.views & 32 <> 0),
      -(old.views & 64 <> 0))
    ON CONFLICT (account_id) DO UPDATE SET
      everything = everything + excluded.everything,
      unread = unread + excluded.unread,
      inbox = inbox + excluded.inbox,
      sent = sent + excluded.sent,
      drafts = drafts + excluded.drafts,
      archive = archive + excluded.archive,
      needs_you = needs_you + excluded.needs_you,
      payments = payments + excluded.payments,
      unfinished = unfinished + excluded.unfinished; END;
--> statement-breakpoint
DROP TRIGGER artifacts_added;
--> statement-breakpoint
CREATE TRIGGER artifacts_added AFTER INSERT ON artifacts BEGIN
  INSERT INTO artifact_totals (account_id, bytes) VALUES (new.added_by_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes; END;
--> statement-breakpoint
DROP TRIGGER artifacts_removed;
--> statement-breakpoint
CREATE TRIGGER artifacts_removed AFTER DELETE ON artifacts BEGIN
  UPDATE artifact_totals SET bytes = bytes - old.size WHERE account_id = old.added_by_id; END;
