/**
 * Which commands are there at a terminal? One file a command: those that only ask a service, as
 * its client or over the operator's channel, are `packages/terminal/`. Here are those that open
 * files themselves, by `core.ts`, which is handed in and loaded where it is needed; `doctor/checks.ts` is what
 * `svc doctor` looks at, `import/` the reading of archives of other services.
 * `operator_channel.ts` is the service's side of the channel.
 * @module
 */
import type { Command } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { addRemoteCommands } from "../../packages/terminal/src/commands.ts";
import { emptyProgram, runProgram } from "../../packages/terminal/src/exit.ts";
import { addAccountCommand } from "../../packages/terminal/src/operator/account_command.ts";
import { addAuditCommand } from "../../packages/terminal/src/operator/audit_command.ts";
import { addClientCommand } from "../../packages/terminal/src/operator/client_command.ts";
import { addClockCommand } from "../../packages/terminal/src/operator/clock_command.ts";
import { addCredentialCommand } from "../../packages/terminal/src/operator/credential_command.ts";
import { addDecideCommand } from "../../packages/terminal/src/operator/decide_command.ts";
import { addDomainCommand } from "../../packages/terminal/src/operator/domain_command.ts";
import { addExportCommand } from "../../packages/terminal/src/operator/export_command.ts";
import { addLedgerCommand } from "../../packages/terminal/src/operator/ledger_command.ts";
import { addMailCommand } from "../../packages/terminal/src/operator/mail_command.ts";
import { addRailCommand } from "../../packages/terminal/src/operator/rail_command.ts";
import { addReportCommand } from "../../packages/terminal/src/operator/report_command.ts";
import type { OpenOperator } from "../../packages/terminal/src/operator/run.ts";
import { addSessionCommand } from "../../packages/terminal/src/operator/session_command.ts";
import { addWebhookCommand } from "../../packages/terminal/src/operator/webhook_command.ts";
import { addSetupCommand } from "../../packages/terminal/src/setup/setup_command.ts";
import { environment, readConfig } from "../config/config.ts";
import { SETTINGS_FILE, SVC } from "../process/greeting.ts";
import { settingsHere } from "../process/running_note.ts";
import { addWitnessCommand } from "./audit/witness_command.ts";
import {
  addBackupCommand,
  addRestoreCommand,
} from "./backup/backup_command.ts";
import { addMoveCommand } from "./backup/move_command.ts";
import { addConfigCommand } from "./config_command.ts";
import type { LoadCore } from "./core_of.ts";
import { addDoctorCommand } from "./doctor_command.ts";
import { addImportCommand } from "./import/import_command.ts";
import { addKeysCommand } from "./keys_command.ts";
import { openOperator } from "./operator.ts";
import { addUpgradeCommand } from "./upgrade_command.ts";
import { addVerifyCommand } from "./verify_command.ts";

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

function program(terminal: Terminal, core: LoadCore): Command {
  const svc = emptyProgram(terminal)
    .description("Use your inbox, or run the service, from a terminal.")
    .addHelpText("after", EXAMPLES);
  svc.setOptionValue("core", core);
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
    file: SETTINGS_FILE,
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
  const { port, core } = svc.opts<{ port?: string; core: LoadCore }>();
  const env = await settingsHere(terminal.env ?? environment(), port);
  svc.setOptionValue("terminal", { ...terminal, env });
  const open: OpenOperator = () => openOperator(readConfig(env), { core });
  svc.setOptionValue("open", open);
}

/** Runs one command and returns the exit code. */
export function runSvc(
  argv: readonly string[],
  terminal: Terminal,
  core: LoadCore,
): Promise<number> {
  return runProgram(program(terminal, core), argv, terminal);
}
