CREATE TABLE `clock_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`given_at` integer NOT NULL
);
