import type { Command } from "commander";
import { cleanText } from "../../../../src/core/base/text.ts";
import { showFields } from "../columns.ts";
import { run } from "./run.ts";

interface ListOptions {
  readonly all?: boolean;
  readonly before?: string;
}

/** `svc report …` */
export function addReportCommand(svc: Command): void {
  const report = svc
    .command("report")
    .alias("reports")
    .description("manage abuse reports")
    .addHelpText(
      "after",
      `
Reported accounts aren't told. To lock one, use svc account disable.

Examples:
  svc report list
  svc report list --all
  svc report close rpt_01…`,
    );
  list(report);
  close(report);
}

function list(parent: Command): void {
  parent
    .command("list")
    .description("list open reports, newest first")
    .option("--all", "also list closed ones")
    .option("--before <id>", "only reports older than this one")
    .action((options: ListOptions, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("list_reports", options);
        const cards = output.reports.map((it) => {
          const fields = [
            ["Report", `${it.reportId} (${it.state})`],
            ["Reported", withId(it.address, it.reportedId)],
            ["For", it.reason],
            ["By", it.reporterId],
            ["At", it.createdAt],
            ["Conversation", it.conversationId ?? "none"],
            // Other people's text is printed without control characters, which
            // could control a terminal.
            ["Note", cleanText(it.note) || "none"],
          ] as const;
          return showFields(fields);
        });
        if (output.nextBefore !== null) {
          cards.push(`Older ones: --before ${output.nextBefore}`);
        }
        const text = cards.join("\n\n") || "No reports.";
        return { output, text };
      }),
    );
}

function withId(address: string, id: string | undefined): string {
  return id === undefined ? address : `${address} (${id})`;
}

function close(parent: Command): void {
  parent
    .command("close")
    .description("close a report")
    .argument("<id>", "id from svc report list")
    .action((reportId: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("close_report", { reportId });
        return { output, text: `${output.report.reportId} is closed.` };
      }),
    );
}
