import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { runRemote } from "./connect.ts";
import { showOutcome } from "./shown.ts";

const REASONS = [
  "not_delivered",
  "not_as_agreed",
  "late",
  "unauthorised",
  "other",
] as const;
type Reason = (typeof REASONS)[number];

interface Worded {
  readonly text: string;
  readonly return?: string;
  readonly evidence?: string[];
}

/** `svc dispute` */
export function addDisputeCommands(svc: Command): void {
  const dispute = svc
    .command("dispute")
    .description("dispute a price that is held or was paid, or settle that");
  worded(dispute.command("open"))
    .description("open a dispute: the price is frozen until it ends")
    .argument("<conversation>", "conversation id")
    .requiredOption(
      "--reason <code>",
      REASONS.join(", "),
      (code): Reason => reasonOf(code),
    )
    .action(
      (
        conversationId: string,
        { reason, ...said }: Worded & { readonly reason: Reason },
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const input = { conversationId, reason, ...said };
          const output = await inbox.openDispute(input);
          return { output, text: showOutcome(output.conversation) };
        }),
    );
  dispute
    .command("take")
    .description("agree to a number of the other side: it is settled at once")
    .argument("<conversation>", "conversation id")
    .argument("<number>", "its number, as svc read --json shows it", Number)
    .action((conversationId: string, take: number, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await inbox.answerDispute({ conversationId, take });
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  worded(dispute.command("split"))
    .description("propose how much goes back to the sender (--return)")
    .argument("<conversation>", "conversation id")
    .action((conversationId: string, said: Worded, command: Command) =>
      runRemote(command, async (inbox) => {
        const input = { conversationId, ...said };
        const output = await inbox.answerDispute(input);
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  dispute
    .command("withdraw")
    .description("take your dispute back")
    .argument("<conversation>", "conversation id")
    .action((conversationId: string, _options: object, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await inbox.withdrawDispute({ conversationId });
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  dispute
    .command("rule")
    .description("as its arbiter, decide how much goes back")
    .argument("<conversation>", "conversation id")
    .requiredOption("--return <amount>", "what goes back, such as 2.00")
    .requiredOption("--text <words>", "your reasons")
    .action(
      (
        conversationId: string,
        said: Record<"return" | "text", string>,
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const output = await inbox.ruleDispute({ conversationId, ...said });
          return { output, text: showOutcome(output.conversation) };
        }),
    );
}

function reasonOf(code: string): Reason {
  const found = REASONS.find((it) => it === code);
  if (found) return found;
  throw new InvalidArgumentError(`Use one of ${REASONS.join(", ")}.`);
}

function worded(command: Command): Command {
  return command
    .requiredOption("--text <words>", "your words with it")
    .option("--return <amount>", "what goes back to the sender, such as 2.00")
    .option("--evidence <id...>", "messages, files and numbers of records");
}
