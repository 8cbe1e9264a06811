import type { Command } from "commander";
import type { Terminal } from "./answer.ts";
import { terminalOf } from "./answer.ts";
import { runRemote } from "./connect.ts";
import { showOutcome } from "./shown.ts";
import { readStdin } from "./stdin.ts";

interface Worded {
  readonly text?: string;
  readonly key?: string;
}

interface SendOptions extends Worded {
  readonly title: string;
  readonly price?: string;
  readonly cc?: string[];
  readonly draft?: true;
}

/** `svc reply`, `svc send`, `svc sign` */
export function addWriteCommands(svc: Command): void {
  worded(svc.command("reply"))
    .description("answer a conversation")
    .argument("<conversation>", "its id")
    .option("--all", "everybody in it reads it, not only whom it answers")
    .addHelpText(
      "after",
      `
Without --text the text is what is piped in. A first reply accepts a request.

Examples:
  svc reply cnv_01… --text "Yes: here is what I think."
  make report | svc reply cnv_01… --all`,
    )
    .action(
      (
        conversationId: string,
        { all, ...said }: Worded & { all?: true },
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const { text } = await wordsOf(terminalOf(command).terminal, said);
          const mode = all ? "reply-all" : "reply";
          const input = { conversationId, text, mode } as const;
          const output = await inbox.sendMessage(input, keyOf(said));
          return { output, text: showOutcome(output.conversation) };
        }),
    );
  worded(svc.command("send"))
    .description("write to somebody")
    .argument("<address...>", "whom")
    .requiredOption("--title <title>", "what it is about")
    .option("--price <amount>", "pay this much for it, such as 5.00")
    .option("--cc <address...>", "who reads it, too")
    .option("--draft", "keep it unsent")
    .addHelpText(
      "after",
      `
A price is held now and released once the recipient signs for it.

Examples:
  svc send bob@inbox.localhost --title "A question" --text "Can you look at this?" --price 5.00
  svc send bob@inbox.localhost --title "A report" < report.txt`,
    )
    .action((to: string[], options: SendOptions, command: Command) =>
      runRemote(command, async (inbox) => {
        const { title, price, cc, draft } = options;
        const words = await wordsOf(terminalOf(command).terminal, options);
        const output = await inbox.createConversation(
          {
            ...{ to, title, parts: [words], submit: draft !== true },
            ...(price !== undefined && { price }),
            ...(cc && { cc }),
          },
          keyOf(options),
        );
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  svc
    .command("sign")
    .description("sign for what was asked and paid for: the price is yours")
    .argument("<conversation>", "its id")
    .option("--statement <words>", "your own words of what was done")
    .action(
      (
        conversationId: string,
        { statement }: { statement?: string },
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const output = await inbox.signReceipt({
            ...{ conversationId, confirm: true },
            ...(statement !== undefined && { statement }),
          });
          return { output, text: showOutcome(output.conversation) };
        }),
    );
}

function worded(command: Command): Command {
  return command
    .option("--text <text>", "the text; what is piped in if absent")
    .option("--key <key>", "a repeat with the same key has one effect");
}

async function wordsOf(
  { input = readStdin }: Terminal,
  { text }: Worded,
): Promise<{ readonly text: string }> {
  const said = text ?? (await input("The text, then Ctrl-D:\n")).trimEnd();
  if (said === "") throw new Error("Cannot send: there is no text");
  return { text: said };
}

function keyOf({ key }: Worded) {
  return key === undefined ? {} : { idempotencyKey: key };
}
