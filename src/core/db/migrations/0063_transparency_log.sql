CREATE TABLE `log_tiles` (
	`level` integer NOT NULL,
	`place` integer NOT NULL,
	`hashes` blob NOT NULL,
	PRIMARY KEY(`level`, `place`)
);
--> statement-breakpoint
CREATE TABLE `log_witnesses` (
	`name` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`cosignature` text,
	`signed_at` integer,
	`problem` text,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_checkpoints` ADD `log_size` integer;--> statement-breakpoint
ALTER TABLE `audit_checkpoints` ADD `log_note` text;--> statement-breakpoint
CREATE INDEX `audit_checkpoints_log` ON `audit_checkpoints` (`log_size`);--> statement-breakpoint
ALTER TABLE `audit_heads` ADD `leaf` integer;--> statement-breakpoint
CREATE INDEX `audit_heads_unlogged` ON `audit_heads` (`chain_id`) WHERE leaf is null;--> statement-breakpoint
CREATE TRIGGER log_tiles_only_grow BEFORE UPDATE ON log_tiles
WHEN NEW.level IS NOT OLD.level OR NEW.place IS NOT OLD.place
  OR substr(NEW.hashes, 1, length(OLD.hashes)) IS NOT OLD.hashes
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
--> statement-breakpoint
CREATE TRIGGER log_tiles_no_delete BEFORE DELETE ON log_tiles
BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
