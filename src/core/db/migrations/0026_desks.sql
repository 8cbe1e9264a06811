CREATE TABLE `desks` (
	`account_id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL
);
