CREATE TABLE `hidden_messages` (
	`conversation_id` text NOT NULL,
	`position` integer NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`before` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `position`, `first`)
);
--> statement-breakpoint
ALTER TABLE `conversations` ADD `tally` text;--> statement-breakpoint
CREATE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE INDEX `messages_a2a_id` ON `messages` (`conversation_id`,a2a ->> '$.messageId') WHERE a2a is not null;--> statement-breakpoint
INSERT INTO `hidden_messages`
WITH seen AS (
	SELECT m.conversation_id, p.position, m.seq,
		m.audience IS NULL OR EXISTS (SELECT 1 FROM json_each(m.audience) WHERE value = p.position) AS is_read
	FROM messages m JOIN participants p ON p.conversation_id = m.conversation_id
	WHERE m.conversation_id IN (SELECT conversation_id FROM messages WHERE audience IS NOT NULL)
), counted AS (
	SELECT *, sum(is_read) OVER (PARTITION BY conversation_id, position ORDER BY seq) AS readable FROM seen
)
SELECT conversation_id, position, min(seq), max(seq), min(seq) - 1 - readable
FROM counted WHERE NOT is_read GROUP BY conversation_id, position, readable;
