-- The directory's search index follows the profiles, names and addresses within
-- the commit that changes them: nobody can forget to, and nothing is found that
-- is no longer so. Its rowid is the profile's id; private skills never enter it.
CREATE VIEW directory_entries AS
SELECT p.id AS id, p.account_id AS account_id, a.display_name AS name, d.local_part AS local_part, p.description AS description,
  (SELECT group_concat((s.value ->> '$.id') || ' ' || (s.value ->> '$.name') || ' ' || (s.value ->> '$.description') || ' ' || (s.value ->> '$.tags'), ' ')
    FROM json_each(p.skills) AS s WHERE s.value ->> '$.private' IS NULL) AS skills
FROM profiles AS p
JOIN accounts AS a ON a.id = p.account_id
JOIN addresses AS d ON d.account_id = p.account_id
WHERE p.listed = 1;
--> statement-breakpoint
CREATE VIRTUAL TABLE agent_directory USING fts5(name, local_part, description, skills, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER directory_profile_new AFTER INSERT ON profiles
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_changed AFTER UPDATE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id;
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_profile_gone AFTER DELETE ON profiles
BEGIN
  DELETE FROM agent_directory WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_name_changed AFTER UPDATE OF display_name ON accounts
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = NEW.id);
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_address_new AFTER INSERT ON addresses
BEGIN
  INSERT INTO agent_directory (rowid, name, local_part, description, skills)
    SELECT id, name, local_part, description, skills FROM directory_entries WHERE account_id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER directory_address_gone AFTER DELETE ON addresses
BEGIN
  DELETE FROM agent_directory WHERE rowid = (SELECT id FROM profiles WHERE account_id = OLD.account_id);
END;
