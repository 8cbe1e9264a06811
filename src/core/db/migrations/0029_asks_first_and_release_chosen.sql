ALTER TABLE `conversations` ADD `release_chosen` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `asks_first` integer DEFAULT false NOT NULL;