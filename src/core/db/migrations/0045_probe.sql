CREATE TABLE `probes` (
	`id` integer PRIMARY KEY NOT NULL,
	`times` integer NOT NULL
);
