CREATE TABLE `upkeep_results` (
	`kind` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`ok` integer NOT NULL,
	`details` text NOT NULL,
	`well_at` integer
);
