CREATE TABLE `agent_spending` (
	`account_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`payee` text NOT NULL,
	`day` integer NOT NULL,
	`spent` integer NOT NULL,
	`most` integer,
	PRIMARY KEY(`account_id`, `credential_id`, `payee`, `day`),
	CONSTRAINT "agent_limit" CHECK(most is null or spent <= most)
);
