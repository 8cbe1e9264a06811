import type { Command } from "commander";
import { addCallCommand } from "./call_command.ts";
import { addDisputeCommands } from "./dispute_command.ts";
import { addEvidenceCommand } from "./evidence_command.ts";
import { addLoginCommands } from "./login_command.ts";
import { addMcpCommand } from "./mcp_command.ts";
import { addOfferCommand } from "./offer_command.ts";
import { addOrderCommand } from "./order_command.ts";
import { addReadCommands } from "./read_commands.ts";
import { addWatchCommand } from "./watch_command.ts";
import { addWriteCommands } from "./write_commands.ts";

/** The commands of `svc` as a client of any service (docs/terminal.md). */
export function addRemoteCommands(svc: Command): void {
  const others = new Set(svc.commands);
  addLoginCommands(svc);
  addReadCommands(svc);
  addWriteCommands(svc);
  addOfferCommand(svc);
  addOrderCommand(svc);
  addDisputeCommands(svc);
  addEvidenceCommand(svc);
  addWatchCommand(svc);
  addCallCommand(svc);
  addMcpCommand(svc);
  const own = svc.commands.filter((it) => !others.has(it));
  for (const command of own) addActAs(command);
}

/** `--as` at each command that calls the service. */
function addActAs(command: Command): void {
  if (command.commands.length === 0) {
    command.option("--as <team>", "act as a team, by its address");
  }
  for (const inner of command.commands) addActAs(inner);
}
