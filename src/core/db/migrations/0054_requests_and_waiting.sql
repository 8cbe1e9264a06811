ALTER TABLE `view_counts` ADD `requests` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `view_counts` ADD `waiting` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `view_counts` ADD `money` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `view_counts` ADD `approvals` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `view_counts` ADD `replies` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER participants_counted;
--> statement-breakpoint
DROP TRIGGER participants_recounted;
--> statement-breakpoint
DROP TRIGGER participants_uncounted;
--> statement-breakpoint
-- What needs each viewer by now, and what waits for others; actions/attention.ts has the
-- same rules for what comes. Only what is open, or asks for a decision, can be either.
UPDATE participants SET views = (views & 111) | (
  SELECT (section > 0) * 16 + (section = 1) * 512 + (section = 2) * 1024 + (section = 3) * 2048
    + (is_request) * 4096 + (is_request AND NOT archived) * 128
    + (waits AND section = 0 AND NOT is_request) * 8192
    + (waits AND section = 0 AND NOT is_request AND NOT archived) * 256
  FROM (SELECT is_request, waits,
    CASE WHEN is_request THEN 0
      WHEN asks_money OR (is_paid AND is_met) THEN 1
      WHEN asks_approval THEN 2
      WHEN asks_answer OR is_paid OR is_question THEN 3
      ELSE 0 END AS section
  FROM (SELECT
    asks_nothing AND NOT (asks_money OR asks_more OR asks_answer)
      AND NOT EXISTS (SELECT 1 FROM json_each(knows) WHERE value = 0) AS is_request,
    asks_money, asks_answer, is_met,
    asks_more OR asks_nothing AS asks_approval,
    is_payee AND is_open AND is_held AS is_paid,
    role = 'sender' AND is_open AND coalesce((SELECT m.asks_first AND m.author <> 0 FROM messages m
      WHERE m.conversation_id = participants.conversation_id
        AND (m.audience IS NULL OR EXISTS (SELECT 1 FROM json_each(m.audience) WHERE value = 0))
      ORDER BY m.seq DESC LIMIT 1), 0) AS is_question,
    is_sent AND CASE WHEN role = 'sender' THEN is_unended OR is_refund_asked
      ELSE is_payee AND state IN ('auth-required', 'input-required') END AS waits
  FROM (SELECT c.state AS state,
    c.state IN ('submitted', 'working') AS is_open,
    c.state IN ('submitted', 'working', 'auth-required', 'input-required') AS is_unended,
    EXISTS (SELECT 1 FROM participants f WHERE f.conversation_id = c.id AND f.position = 1
      AND f.delivery_state <> 'pending') AS is_sent,
    coalesce(participants.position = (SELECT min(p.position) FROM participants p WHERE p.conversation_id = c.id
      AND p.role = 'to' AND p.account_id IS NOT NULL AND p.kind IN ('person', 'agent')), 0) AS is_payee,
    EXISTS (SELECT 1 FROM payments y WHERE y.conversation_id = c.id AND y.status = 'held') AS is_held,
    EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = c.id AND k.status = 'open'
      AND k.action ->> '$.act' = 'refund') AS is_refund_asked,
    EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = c.id AND k.status = 'open'
      AND k.for_account_id = participants.account_id
      AND (k.action ->> '$.act' IN ('refund', 'raise_price')
        OR k.action ->> '$.act' = 'accept' AND is_offered)) AS asks_money,
    EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = c.id AND k.status = 'open'
      AND k.for_account_id = participants.account_id
      AND k.action ->> '$.act' NOT IN ('refund', 'raise_price', 'accept', 'ask')) AS asks_more,
    EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = c.id AND k.status = 'open'
      AND k.for_account_id = participants.account_id
      AND k.action ->> '$.act' = 'accept' AND NOT is_offered) AS asks_nothing,
    EXISTS (SELECT 1 FROM checkpoints k WHERE k.conversation_id = c.id AND k.status = 'open'
      AND k.for_account_id = participants.account_id AND k.action ->> '$.act' = 'ask') AS asks_answer,
    c.receipt IS NOT NULL OR CASE
      WHEN c.release = 'accepted' THEN c.state = 'working'
      WHEN c.release = 'replied' THEN EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id
        AND m.author = participants.position AND NOT m.asks_first AND m.author_kind <> 'service'
        AND (m.audience IS NULL OR EXISTS (SELECT 1 FROM json_each(m.audience) WHERE value = 0))
        AND (json_array_length(m.artifact_ids) > 0 OR EXISTS (SELECT 1 FROM json_each(m.parts) e
          WHERE e.value ->> '$.text' IS NULL OR trim(e.value ->> '$.text') <> '')))
      WHEN c.release_action ->> '$.type' = 'artifact' THEN EXISTS (SELECT 1 FROM artifacts a
        WHERE a.conversation_id = c.id AND a.added_by = participants.position
        AND (a.audience IS NULL OR EXISTS (SELECT 1 FROM json_each(a.audience) WHERE value = 0))
        AND a.mime_type = coalesce(c.release_action ->> '$.mimeType', a.mime_type))
      ELSE 0 END AS is_met
    FROM (SELECT *, EXISTS (SELECT 1 FROM payments y WHERE y.conversation_id = conversations.id AND y.price > 0
      AND y.payee_id = participants.account_id) AS is_offered
      FROM conversations WHERE id = participants.conversation_id) c)))
)
WHERE reached AND account_id IS NOT NULL AND (views & 16 OR conversation_id IN (
  SELECT id FROM conversations WHERE state IN ('submitted', 'working', 'auth-required', 'input-required')
  UNION SELECT conversation_id FROM checkpoints WHERE status = 'open'));
--> statement-breakpoint
CREATE INDEX `participants_requests` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 128;
--> statement-breakpoint
CREATE INDEX `participants_waiting` ON `participants` (`account_id`,`updated_at`,`conversation_id`) WHERE views & 256;
--> statement-breakpoint
UPDATE view_counts SET (needs_you, requests, waiting, money, approvals, replies) = (
  SELECT sum(views & 16 <> 0), sum(views & 128 <> 0), sum(views & 256 <> 0), sum(views & 512 <> 0), sum(views & 1024 <> 0), sum(views & 2048 <> 0)
  FROM participants p WHERE p.account_id = view_counts.account_id AND views <> 0)
WHERE account_id IN (SELECT account_id FROM participants WHERE views <> 0);
--> statement-breakpoint
CREATE TRIGGER participants_counted AFTER INSERT ON participants
  WHEN new.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, money, approvals, replies)
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
      (new.views & 512 <> 0),
      (new.views & 1024 <> 0),
      (new.views & 2048 <> 0))
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
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
--> statement-breakpoint
CREATE TRIGGER participants_recounted AFTER UPDATE OF views, unread ON participants
  WHEN old.views <> new.views OR old.unread <> new.unread AND new.views & 1 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, money, approvals, replies)
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
      (new.views & 512 <> 0) - (old.views & 512 <> 0),
      (new.views & 1024 <> 0) - (old.views & 1024 <> 0),
      (new.views & 2048 <> 0) - (old.views & 2048 <> 0))
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
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
--> statement-breakpoint
CREATE TRIGGER participants_uncounted AFTER DELETE ON participants
  WHEN old.views <> 0 BEGIN
  INSERT INTO view_counts (account_id, everything, unread, inbox, sent, drafts, archive, needs_you, payments, unfinished, requests, waiting, money, approvals, replies)
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
      -(old.views & 512 <> 0),
      -(old.views & 1024 <> 0),
      -(old.views & 2048 <> 0))
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
      money = money + excluded.money,
      approvals = approvals + excluded.approvals,
      replies = replies + excluded.replies; END;
