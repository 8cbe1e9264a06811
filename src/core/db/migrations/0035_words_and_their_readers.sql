CREATE TABLE `word_rows` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `word_rows_of` ON `word_rows` (`conversation_id`,`seq`);
--> statement-breakpoint
CREATE VIRTUAL TABLE words USING fts5(text, readers, content = "", contentless_delete = 1, detail = column, tokenize = "unicode61 remove_diacritics 2");
--> statement-breakpoint
-- What is there already; store/word_store.ts has the same for what comes.
INSERT INTO word_rows (conversation_id, seq)
  SELECT conversation_id, seq FROM messages ORDER BY created_at, conversation_id, seq;
--> statement-breakpoint
INSERT OR IGNORE INTO word_rows (conversation_id, seq) SELECT id, 1 FROM conversations;
--> statement-breakpoint
INSERT INTO word_rows (conversation_id, seq)
  SELECT conversation_id, -position FROM participants WHERE role = 'bcc' AND views <> 0;
--> statement-breakpoint
INSERT INTO words (rowid, text, readers)
  SELECT r.id,
    CASE WHEN r.seq = 1 THEN (SELECT title FROM conversations WHERE id = r.conversation_id) || ' '
      || (SELECT group_concat(address || ' ' || display_name, ' ') FROM participants p
        WHERE p.conversation_id = r.conversation_id AND p.role <> 'bcc') || ' ' ELSE '' END
      || coalesce((SELECT group_concat(value ->> '$.text', ' ') FROM json_each(m.parts)), ''),
    (SELECT group_concat(replace(p.account_id, '_', ''), ' ') FROM participants p WHERE p.conversation_id = r.conversation_id AND p.views <> 0 AND (m.audience IS NULL OR p.position IN (SELECT value FROM json_each(m.audience))))
  FROM word_rows r LEFT JOIN messages m ON m.conversation_id = r.conversation_id AND m.seq = r.seq
  WHERE r.seq > 0;
--> statement-breakpoint
INSERT INTO words (rowid, text, readers)
  SELECT r.id, p.address || ' ' || p.display_name, replace(p.account_id, '_', '')
  FROM word_rows r JOIN participants p ON p.conversation_id = r.conversation_id AND p.position = -r.seq
  WHERE r.seq < 0;
