import type { Command } from "commander";
import { Option } from "commander";
import type { Answer } from "../../packages/terminal/src/answer.ts";
import { showFields, showTable } from "../../packages/terminal/src/columns.ts";
import { allowMail } from "../core/operations/allow_mail.ts";
import { getMail } from "../core/operations/get_mail.ts";
import { listMail } from "../core/operations/list_mail.ts";
import { recordBounce } from "../core/operations/record_bounce.ts";
import { run } from "./run.ts";

const STATUSES = ["queued", "sending", "sent", "bounced", "dropped"] as const;

interface ListOptions {
  readonly status?: (typeof STATUSES)[number];
  readonly before?: string;
}

/** `svc mail …` */
export function addMailCommand(svc: Command): void {
  const mail = svc
    .command("mail")
    .description("the outbox: what waits, has left or came back")
    .addHelpText(
      "after",
      `
Without SMTP_URL everything stays in the outbox.

Examples:
  svc mail list --status queued
  svc mail show out_01…
  svc mail bounce report.eml
  svc mail in answer.eml
  svc mail allow eve@example.org`,
    );
  list(mail);
  show(mail);
  bounce(mail);
  takeIn(mail);
  allow(mail);
}

function list(parent: Command): void {
  parent
    .command("list")
    .description("mails, the newest first")
    .addOption(new Option("--status <status>", "only these").choices(STATUSES))
    .option("--before <id>", "only older ones than this mail")
    .action((options: ListOptions, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(listMail, options);
        const rows = output.mail.map((it) => [
          it.id,
          it.status,
          it.kind,
          it.recipient,
          String(it.attempts),
          it.lastError ?? "",
          it.trouble ?? "",
        ]);
        const last = ["Tries", "Last error", "Trouble"];
        const head = ["Id", "Status", "Kind", "To", ...last];
        const more =
          output.nextBefore === null
            ? ""
            : `\n\nOlder ones: --before ${output.nextBefore}`;
        const text =
          rows.length === 0 ? "No mail." : showTable([head, ...rows]) + more;
        return { output, text };
      }),
    );
}

function show(parent: Command): void {
  parent
    .command("show")
    .description("where one mail stands")
    .argument("<id>", "id of the mail, such as out_01…")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (operator): Promise<Answer> => {
        const output = await operator.run(getMail, { id });
        const { mail, messageId, suppressed } = output;
        const text = showFields([
          ["Mail", `${mail.id} (${mail.kind})`],
          ["Status", mail.status],
          ["To", `${mail.recipient}${suppressed ? " (wants no mail)" : ""}`],
          ["Message-ID", messageId],
          ["Conversation", mail.conversationId ?? "none"],
          ["Tries", `${mail.attempts}, next ${mail.dueAt ?? "never"}`],
          ["Last error", mail.lastError ?? "none"],
          ["Trouble", mail.trouble ?? "none"],
        ]);
        return { output, text };
      }),
    );
}

function bounce(parent: Command): void {
  parent
    .command("bounce")
    .description("take a mail that came back")
    .argument("[file]", "the raw mail; without it, standard input")
    .action((file: string | undefined, _options: object, command: Command) =>
      run(command, async (operator) => {
        const message = await readMail(file);
        const output = await operator.run(recordBounce, { message });
        const what = output.recorded ? "Recorded" : "Nothing to record";
        return { output, text: `${what}: ${output.kind}.` };
      }),
    );
}

function takeIn(parent: Command): void {
  parent
    .command("in")
    .description("take an answer by mail, as the relay would hand it over")
    .argument("<file>", "the raw mail")
    .option("--recipient <address>", "whom the envelope named")
    .action(
      (file: string, { recipient }: { recipient?: string }, command: Command) =>
        run(command, async (operator) => {
          const bytes = Buffer.from(await Bun.file(file).arrayBuffer());
          const message = bytes.toString("latin1");
          const output = await operator.takeMail({ message, recipient });
          const { outcome, reason } = output;
          const why = reason === null ? "" : ` (${reason})`;
          return { output, text: `The mail was ${outcome}${why}.` };
        }),
    );
}

async function readMail(file: string | undefined): Promise<string> {
  if (file === undefined) return await Bun.stdin.text();
  try {
    return await Bun.file(file).text();
  } catch (error) {
    const cause = error;
    throw new Error(`Cannot read ${file}: it is no file to read.`, { cause });
  }
}

function allow(parent: Command): void {
  parent
    .command("allow")
    .description("write to an address again, when its owner asks for it")
    .argument("<address>", "the email address")
    .action((address: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(allowMail, { address });
        const text = output.wasSuppressed
          ? `${output.address} gets mail again.`
          : `${output.address} was never kept from mail.`;
        return { output, text };
      }),
    );
}
