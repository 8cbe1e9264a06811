/**
 * Which commands are there at a terminal? One file a command; `doctor/checks.ts` is what
 * `svc doctor` looks at, `import/` the reading of archives of other services. The commands
 * for an inbox at any service are `packages/terminal/`. A running service is asked through
 * `operator_channel.ts`.
 * @module
 */
import type { Command } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { addRemoteCommands } from "../../packages/terminal/src/commands.ts";
import { emptyProgram, runProgram } from "../../packages/terminal/src/exit.ts";
import { addSetupCommand } from "../../packages/terminal/src/setup/setup_command.ts";
import { environment, readConfig } from "../config/config.ts";
import { IS_EXECUTABLE } from "../http/built_file.ts";
import { SVC } from "../process/greeting.ts";
import { settingsHere } from "../process/running_note.ts";
import { addAccountCommand } from "./account_command.ts";
import { addAuditCommand } from "./audit/audit_command.ts";
import { addWitnessCommand } from "./audit/witness_command.ts";
import {
  addBackupCommand,
  addRestoreCommand,
} from "./backup/backup_command.ts";
import { addMoveCommand } from "./backup/move_command.ts";
import { addClientCommand } from "./client_command.ts";
import { addClockCommand } from "./clock_command.ts";
import { addConfigCommand } from "./config_command.ts";
import { addCredentialCommand } from "./credential_command.ts";
import { addDecideCommand } from "./decide_command.ts";
import { addDoctorCommand } from "./doctor_command.ts";
import { addDomainCommand } from "./domain_command.ts";
import { addExportCommand } from "./export_command.ts";
import { addImportCommand } from "./import/import_command.ts";
import { addKeysCommand } from "./keys_command.ts";
import { addLedgerCommand } from "./ledger_command.ts";
import { addMailCommand } from "./mail_command.ts";
import { addRailCommand } from "./rail/rail_command.ts";
import { addReportCommand } from "./report_command.ts";
import { addSessionCommand } from "./session_command.ts";
import { addUpgradeCommand } from "./upgrade_command.ts";
import { addVerifyCommand } from "./verify_command.ts";
import { addWebhookCommand } from "./webhook_command.ts";

const EXAMPLES = `
Operator commands work whether the service is running or not; a running service does
the work itself. They find yours where DATABASE_URL is not set here; else they use the
settings of this terminal (DATABASE_URL, ADDRESS_DOMAIN, …).

Examples:
  svc login https://inbox.example
  svc inbox --view needs_you
  svc account add --local-part alice --name "Alice"
  svc credential list --account alice@inbox.localhost
  svc audit verify --json`;

/** The commands that need no running service. */
const ALONE = ["restore", "setup", "witness"];

function program(terminal: Terminal): Command {
  const svc = emptyProgram(terminal)
    .description("Use your inbox, or run the service, from a terminal.")
    .addHelpText("after", EXAMPLES);
  svc.commandsGroup("Your inbox:");
  addRemoteCommands(svc);
  const remote = new Set([...svc.commands]);
  svc
    .option("--port <port>", "choose one of several running services")
    .hook("preAction", async (_program, command) => {
      let top = command;
      while (top.parent && top.parent !== svc) top = top.parent;
      // What is restored goes where the settings say, whatever runs elsewhere.
      if (remote.has(top) || ALONE.includes(top.name())) return;
      await leadTo(svc, terminal);
    });
  svc.commandsGroup("For operators:");
  addSetupCommand(svc, {
    file: IS_EXECUTABLE ? "/etc/inbox.env" : ".env",
    svc: SVC,
    check: async (settings) => void readConfig(settings),
  });
  addAccountCommand(svc);
  addCredentialCommand(svc);
  addClientCommand(svc);
  addDecideCommand(svc);
  addDomainCommand(svc);
  addReportCommand(svc);
  addWebhookCommand(svc);
  addSessionCommand(svc);
  addMailCommand(svc);
  addAuditCommand(svc);
  addBackupCommand(svc);
  addRestoreCommand(svc);
  addMoveCommand(svc);
  addExportCommand(svc);
  addImportCommand(svc);
  addVerifyCommand(svc);
  addKeysCommand(svc);
  addLedgerCommand(svc);
  addRailCommand(svc);
  addClockCommand(svc);
  addConfigCommand(svc);
  addDoctorCommand(svc);
  addUpgradeCommand(svc);
  addWitnessCommand(svc);
  return svc;
}

/** Gives the commands of operators the settings that lead to the running service. */
async function leadTo(svc: Command, terminal: Terminal): Promise<void> {
  const { port } = svc.opts<{ readonly port?: string }>();
  const env = await settingsHere(terminal.env ?? environment(), port);
  svc.setOptionValue("terminal", { ...terminal, env });
}

/** Runs one command and returns the exit code. */
export function svc(
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  return runProgram(program(terminal), argv, terminal);
}
