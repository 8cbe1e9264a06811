CREATE TABLE `node_feed` (
	`place` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`node` text NOT NULL,
	`wakes` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `node_feed_by_age` ON `node_feed` (`at`);