CREATE TABLE `artifact_totals` (
	`account_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `artifacts_added_by`;--> statement-breakpoint
INSERT INTO `artifact_totals` SELECT added_by_id, sum(size) FROM artifacts GROUP BY added_by_id;
--> statement-breakpoint
CREATE TRIGGER artifacts_added AFTER INSERT ON artifacts BEGIN
  INSERT INTO artifact_totals (account_id, bytes) VALUES (new.added_by_id, new.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER artifacts_removed AFTER DELETE ON artifacts BEGIN
  UPDATE artifact_totals SET bytes = bytes - old.size WHERE account_id = old.added_by_id;
END;
