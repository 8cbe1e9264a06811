CREATE TABLE `label_rows` (
	`label_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	`conversation_id` text NOT NULL,
	PRIMARY KEY(`label_id`, `updated_at`, `conversation_id`)
);
--> statement-breakpoint
CREATE TABLE `labels` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_key` ON `labels` (`account_id`,`key`);--> statement-breakpoint
ALTER TABLE `participants` ADD `labels` text;
--> statement-breakpoint
-- What reads a dump takes a line that ends in a semicolon for the end of a statement.
CREATE TRIGGER participants_labelled AFTER UPDATE OF labels ON participants
  WHEN old.labels IS NOT new.labels BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; INSERT INTO label_rows (label_id, updated_at, conversation_id)
    SELECT value, new.updated_at, new.conversation_id FROM json_each(new.labels); END;
--> statement-breakpoint
CREATE TRIGGER participants_moved AFTER UPDATE OF updated_at ON participants
  WHEN new.labels IS NOT NULL AND old.updated_at <> new.updated_at BEGIN
  UPDATE label_rows SET updated_at = new.updated_at
    WHERE label_id IN (SELECT value FROM json_each(new.labels))
      AND updated_at = old.updated_at AND conversation_id = new.conversation_id; END;
--> statement-breakpoint
CREATE TRIGGER participants_unlabelled AFTER DELETE ON participants
  WHEN old.labels IS NOT NULL BEGIN
  DELETE FROM label_rows WHERE label_id IN (SELECT value FROM json_each(old.labels))
    AND updated_at = old.updated_at AND conversation_id = old.conversation_id; END;
