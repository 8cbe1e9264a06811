import type { Command } from "commander";
import { Option } from "commander";
import type { Answer } from "../answer.ts";
import { showFields, showTable } from "../columns.ts";
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
    .description("manage outgoing mail")
    .addHelpText(
      "after",
      `
Without SMTP_URL, all mail stays in the outbox.

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
    .description("list mail, newest first")
    .addOption(
      new Option("--status <status>", "only this status").choices(STATUSES),
    )
    .option("--before <id>", "only mail older than this one")
    .action((options: ListOptions, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("list_mail", options);
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
    .description("show one mail's status")
    .argument("<id>", "mail id, such as out_01…")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (operator): Promise<Answer> => {
        const output = await operator.run("get_mail", { id });
        const { mail, messageId, suppressed } = output;
        const text = showFields([
          ["Mail", `${mail.id} (${mail.kind})`],
          ["Status", mail.status],
          ["To", `${mail.recipient}${suppressed ? " (suppressed)" : ""}`],
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
    .description("record a bounced mail")
    .argument("[file]", "the raw mail (default: standard input)")
    .action((file: string | undefined, _options: object, command: Command) =>
      run(command, async (operator) => {
        const message = await readMail(file);
        const output = await operator.run("record_bounce", { message });
        const what = output.recorded ? "Recorded" : "Nothing to record";
        return { output, text: `${what}: ${output.kind}.` };
      }),
    );
}

function takeIn(parent: Command): void {
  parent
    .command("in")
    .description("take in a reply by mail, as the relay would")
    .argument("<file>", "the raw mail")
    .option("--recipient <address>", "recipient in the envelope")
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
    throw new Error(`Cannot read ${file}: it isn't a readable file.`, {
      cause,
    });
  }
}

function allow(parent: Command): void {
  parent
    .command("allow")
    .description("resume mail to an address, if its owner asks")
    .argument("<address>", "email address")
    .action((address: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("allow_mail", { address });
        const text = output.wasSuppressed
          ? `${output.address} gets mail again.`
          : `${output.address} wasn't blocked.`;
        return { output, text };
      }),
    );
}
