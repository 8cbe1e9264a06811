-- What is snoozed keeps its section and is not counted in it: 16 is needs_you.
ALTER TABLE `participants` ADD `snoozed_until` integer;
--> statement-breakpoint
CREATE INDEX `participants_snoozed` ON `participants` (`account_id`,`updated_at`) WHERE views & 16384;
--> statement-breakpoint
CREATE INDEX `participants_to_wake` ON `participants` (`snoozed_until`,`account_id`) WHERE snoozed_until > 0;
--> statement-breakpoint
ALTER TABLE `view_counts` ADD `snoozed` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER participants_counted;
--> statement-breakpoint
DROP TRIGGER participants_recounted;
--> statement-breakpoint
DROP TRIGGER participants_uncounted;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
