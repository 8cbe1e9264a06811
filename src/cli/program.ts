import { Command, CommanderError } from "commander";
import { addAccountCommand } from "./account_command.ts";
import { addAuditCommand } from "./audit_command.ts";
import { addBackupCommand, addRestoreCommand } from "./backup_command.ts";
import { addClockCommand } from "./clock_command.ts";
import { addConfigCommand } from "./config_command.ts";
import { addCredentialCommand } from "./credential_command.ts";
import { addDecideCommand } from "./decide_command.ts";
import { addDoctorCommand } from "./doctor_command.ts";
import { addDomainCommand } from "./domain_command.ts";
import { addLedgerCommand } from "./ledger_command.ts";
import { addMailCommand } from "./mail_command.ts";
import { ProblemError } from "./operator.ts";
import { addReportCommand } from "./report_command.ts";
import type { Terminal } from "./run.ts";
import { FOUND_WRONG } from "./run.ts";
import { addSessionCommand } from "./session_command.ts";
import { addUpgradeCommand } from "./upgrade_command.ts";
import { addVerifyCommand } from "./verify_command.ts";
import { addWebhookCommand } from "./webhook_command.ts";

const EXAMPLES = `
Works whether the service runs or not: a running one does the work itself.
The settings are the service's own (DATABASE_URL, ADDRESS_DOMAIN, …).

Examples:
  svc account add --local-part alice --name "Alice"
  svc credential list --account alice@inbox.localhost
  svc audit verify --json`;

/** Codes of errors whose text is printed already. */
const SAID = ["commander.help", FOUND_WRONG];

function program(terminal: Terminal): Command {
  const svc = new Command("svc")
    .description("What an operator does from a terminal.")
    .option("--json", "print JSON, also for errors")
    .setOptionValue("terminal", terminal)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.out, outputError: () => {} })
    .exitOverride()
    .addHelpText("after", EXAMPLES);
  addAccountCommand(svc);
  addCredentialCommand(svc);
  addDecideCommand(svc);
  addDomainCommand(svc);
  addReportCommand(svc);
  addWebhookCommand(svc);
  addSessionCommand(svc);
  addMailCommand(svc);
  addAuditCommand(svc);
  addBackupCommand(svc);
  addRestoreCommand(svc);
  addVerifyCommand(svc);
  addLedgerCommand(svc);
  addClockCommand(svc);
  addConfigCommand(svc);
  addDoctorCommand(svc);
  addUpgradeCommand(svc);
  return svc;
}

/** Runs one command; gives the exit code. */
export async function svc(
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await program(terminal).parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    const isSaid =
      error instanceof CommanderError &&
      (error.exitCode === 0 || SAID.includes(error.code));
    if (isSaid) return error.exitCode;
    const said = argv.includes("--json") ? asJson(error) : sentenceOf(error);
    terminal.err(`${said}\n`);
    return 1;
  }
}

function asJson(error: unknown): string {
  const problem =
    error instanceof ProblemError
      ? error.problem
      : {
          code: error instanceof CommanderError ? "usage" : "failed",
          detail: sentenceOf(error),
          error: sentenceOf(error),
        };
  return JSON.stringify(problem, null, 2);
}

/** Every error begins with "Cannot"; those of other libraries get a beginning. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith("Cannot ")
    ? message
    : `Cannot run svc: ${message.replace(/^error: /, "")}`;
}
