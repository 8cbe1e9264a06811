CREATE TABLE `view_counts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`everything` integer NOT NULL,
	`unread` integer NOT NULL,
	`inbox` integer NOT NULL,
	`sent` integer NOT NULL,
	`drafts` integer NOT NULL,
	`archive` integer NOT NULL,
	`needs_you` integer NOT NULL,
	`payments` integer NOT NULL,
	`unfinished` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `participants_view`;
--> statement-breakpoint
DROP INDEX `participants_tasks`;
--> statement-breakpoint
ALTER TABLE `participants` ADD `views` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The views of what is there already; store/views_store.ts has the same rules for what comes.
-- Found by conversation: by account, who has many open checkpoints costs their square.
UPDATE participants SET views = (
  SELECT 1 * (NOT is_sender AND NOT archived)
    + 2 * (is_sender AND is_sent)
    + 4 * (is_sender AND NOT is_sent AND (is_draft OR NOT archived))
    + 8 * archived
    + 16 * EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = participants.conversation_id
        AND +k.for_account_id = account_id AND +k.status = 'open')
    + 32 * EXISTS (SELECT 1 FROM payments y WHERE y.conversation_id = participants.conversation_id)
    + 64 * (is_sender AND is_draft)
  FROM (SELECT role = 'sender' AS is_sender,
    (SELECT state = 'draft' FROM conversations WHERE id = conversation_id) AS is_draft,
    EXISTS (SELECT 1 FROM participants first WHERE first.conversation_id = participants.conversation_id
      AND first.position = 1 AND first.delivery_state <> 'pending') AS is_sent)
) WHERE reached AND account_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `participants_inbox` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 1;
--> statement-breakpoint
CREATE INDEX `participants_sent` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 2;
--> statement-breakpoint
CREATE INDEX `participants_drafts` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 4;
--> statement-breakpoint
CREATE INDEX `participants_archive` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 8;
--> statement-breakpoint
CREATE INDEX `participants_needs_you` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 16;
--> statement-breakpoint
CREATE INDEX `participants_payments` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 32;
--> statement-breakpoint
CREATE INDEX `participants_tasks` ON `participants` (`account_id`,`state_at`,`conversation_id`) WHERE views <> 0;
--> statement-breakpoint
INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished)
  SELECT account_id, sum(views <> 0), sum(unread and views & 1 <> 0), sum(views & 1 <> 0), sum(views & 2 <> 0), sum(views & 4 <> 0), sum(views & 8 <> 0), sum(views & 16 <> 0), sum(views & 32 <> 0), sum(views & 64 <> 0)
  FROM participants WHERE views <> 0 GROUP BY account_id;
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
      unfinished = unfinished + excluded.unfinished;
END;
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
      unfinished = unfinished + excluded.unfinished;
END;
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
      unfinished = unfinished + excluded.unfinished;
END;
