CREATE TABLE `clock_doubts` (
	`id` integer PRIMARY KEY NOT NULL,
	`right_at` integer NOT NULL,
	`ahead_at` integer NOT NULL
);
