CREATE INDEX `agent_spending_day` ON `agent_spending` (`day`);--> statement-breakpoint
CREATE INDEX `spending_day` ON `spending` (`day`);