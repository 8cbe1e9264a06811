-- An account is one contact: of two rows that two addresses made, the newer stays.
DELETE FROM contacts WHERE contact_id IS NOT NULL AND rowid NOT IN (
  SELECT rowid FROM (
    SELECT rowid, row_number() OVER (
      PARTITION BY owner_id, contact_id ORDER BY updated_at DESC, rowid DESC
    ) AS place FROM contacts WHERE contact_id IS NOT NULL
  ) WHERE place = 1
);
