import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../answer.ts";
import { print, terminalOf } from "../answer.ts";
import type { Ask } from "./asking.ts";
import { askerOf } from "./asking.ts";
import type { SetUpService } from "./outcome.ts";
import { nextSteps, outcomeText } from "./outcome.ts";
import type { Asked, NewAccount, Question } from "./questions.ts";
import { accountIn, QUESTIONS } from "./questions.ts";
import type { Changes, Settings } from "./settings_file.ts";
import { requirePlain, SettingsFile } from "./settings_file.ts";

type Options = Partial<Record<Question["option"], string>> & {
  readonly file?: string;
  readonly domain?: string;
  readonly mailFrom?: string;
  readonly mailPasswordFile?: string;
  readonly elsewhere?: true;
  readonly yes?: true;
};

/** `svc setup` */
export function addSetupCommand(svc: Command, service: SetUpService): void {
  svc
    .command("setup")
    .description("ask five questions and write the settings of a service")
    .option("--address <url>", "public address of the service")
    .option("--domain <domain>", "domain of its addresses, if another")
    .option("--mail <url>", "relay for mail, without a password, or none")
    .option("--mail-password-file <file>", "file with the relay's password")
    .option("--mail-from <email>", "sender of all mail")
    .option("--sign-up <who>", "open to anybody, or closed")
    .option("--backups <folder>", "folder for backups, or none")
    .option("--account <email>", '"Name <email>" of the first account, or none')
    .option("--file <file>", `file to write (default: ${service.file})`)
    .option("--elsewhere", "the service runs elsewhere: look at nothing here")
    .option("-y, --yes", "ask nothing; what isn't answered stays")
    .addHelpText(
      "after",
      `
Enter keeps what is set, and only what you answer is changed. The file is for its owner
alone; secrets are neither shown nor taken as arguments. docs/production.md has the next steps.

Examples:
  svc setup
  svc setup --yes --address https://inbox.example.org --mail none --sign-up closed`,
    )
    .action((options: Options, command: Command) =>
      setUp(command, options, service),
    );
}

async function setUp(
  command: Command,
  options: Options,
  service: SetUpService,
): Promise<void> {
  const { terminal } = terminalOf(command);
  const path = resolve(options.file ?? service.file);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new Error(`Cannot set up: there is no folder ${dirname(path)}`);
  }
  refuseAlone(options);
  const file = await SettingsFile.read(path);
  const before = file.settings;
  const ask = askerOf(terminal, options.yes ?? false);
  const run = { options, service, ask, err: terminal.err };
  let changes: Changes = {};
  let account: NewAccount | undefined;
  for (const question of QUESTIONS) {
    const answered = await answerOf(
      question,
      run,
      withChanges(before, changes),
    );
    changes = { ...changes, ...answered?.changes };
    if (question.option === "account" && answered) {
      account = accountIn(answered.answer);
    }
  }
  const after = withChanges(before, changes);
  const changed = Object.keys(changes).filter(
    (name) => before[name] !== after[name],
  );
  const isOpen = await readableByOthers(file.path);
  if (changed.length > 0 || isOpen) await file.write(changes);
  const outcome = { path: file.path, before, after, changed, account };
  print(command, {
    output: { file: file.path, changed, next: nextSteps(outcome, service) },
    text: outcomeText(outcome, service),
  });
}

/** @throws for an option that says more about an answer which a script doesn't give */
function refuseAlone(options: Options): void {
  if (!options.yes) return;
  for (const [more, option] of [
    ["domain", "address"],
    ["mailFrom", "mail"],
    ["mailPasswordFile", "mail"],
  ] as const) {
    if (options[more] !== undefined && options[option] === undefined) {
      const flag = more.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`);
      throw new Error(`Cannot set up: --${flag} goes with --${option}`);
    }
  }
}

interface Run {
  readonly options: Options;
  readonly service: SetUpService;
  readonly ask: Ask;
  readonly err: Terminal["err"];
}

async function passwordIn(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw new Error(`Cannot set up: ${path} can't be read`, { cause });
  });
  return text.replace(/\r?\n$/, "");
}

/** The question's answer and what it changes; undefined if all stays as it is. */
async function answerOf(
  question: Question,
  { options, service, ask, err }: Run,
  now: Settings,
) {
  const { mailPasswordFile, domain, mailFrom, elsewhere = false } = options;
  const asked: Asked = {
    ...{ now, domain, mailFrom, isElsewhere: elsewhere },
    password: async (user) => {
      if (mailPasswordFile) {
        return await passwordIn(mailPasswordFile);
      }
      return (await ask?.(`Password of ${user} (not shown): `, true)) ?? "";
    },
  };
  const settled = async (answer: string) => {
    const changes = await question.changes(answer, asked);
    requirePlain(changes);
    await service.check(withChanges(now, changes)).catch((error: Error) => {
      throw new Error(error.message.replace("Cannot start", "Cannot set up"));
    });
    return { answer, changes };
  };
  const given = options[question.option];
  if (given !== undefined) return await settled(given.trim());
  while (ask) {
    const current = question.current(now);
    const answer = (await ask(`${question.text}\n  [${current}]: `)).trim();
    if (answer === "" || answer === current) return undefined;
    try {
      return await settled(answer);
    } catch (error) {
      err(`${(error as Error).message}\n`);
    }
  }
  return undefined;
}

function withChanges(now: Settings, changes: Changes): Settings {
  const all = Object.entries({ ...now, ...changes });
  return Object.fromEntries(
    all.filter((it): it is [string, string] => it[1] !== null),
  );
}

async function readableByOthers(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0;
}
