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
  readonly step?: readonly string[];
  readonly cc?: string[];
  readonly acceptBy?: string;
  readonly acceptWithin?: string;
  readonly deliverBy?: string;
  readonly deliverWithin?: string;
  readonly draft?: true;
}

/** `svc reply`, `svc send`, `svc sign`, and those about terms. */
export function addWriteCommands(svc: Command): void {
  worded(svc.command("reply"))
    .description("reply to a conversation")
    .argument("<conversation>", "conversation id")
    .option("--all", "reply to everyone in the conversation")
    .addHelpText(
      "after",
      `
Without --text, the text is read from standard input. Your first reply accepts a request.

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
    .description("start a conversation")
    .argument("<address...>", "whom")
    .requiredOption("--title <title>", "title of the conversation")
    .option("--price <amount>", "offer a price, such as 5.00")
    .option(
      "--step <title=amount>",
      "a step of the price, such as Draft=2.00, or Draft=2.00@P3D with a date or duration; once for each",
      (step: string, before: readonly string[] = []) => [...before, step],
    )
    .option("--cc <address...>", "who gets a copy")
    .option("--accept-by <time>", "until when it can be accepted (RFC 3339)")
    .option("--accept-within <duration>", "or how long, such as PT4H")
    .option("--deliver-by <time>", "until when it is due (RFC 3339)")
    .option(
      "--deliver-within <duration>",
      "or how long it may take, such as P3D",
    )
    .option("--arbiter <address>", "who decides a dispute about the price")
    .option("--draft", "save it as a draft")
    .addHelpText(
      "after",
      `
A price is held now and released when the recipient signs the receipt.

Examples:
  svc send bob@inbox.localhost --title "A question" --text "Can you look at this?" --price 5.00
  svc send bob@inbox.localhost --title "A report" < report.txt`,
    )
    .action((to: string[], options: SendOptions, command: Command) =>
      runRemote(command, async (inbox) => {
        const {
          title,
          price,
          step,
          cc,
          draft,
          text: _text,
          key: _key,
          ...terms
        } = options;
        const words = await wordsOf(terminalOf(command).terminal, options);
        const output = await inbox.createConversation(
          {
            ...{ to, title, parts: [words], submit: draft !== true, ...terms },
            ...(price !== undefined && { price }),
            ...(step && { milestones: step.map(milestoneOf) }),
            ...(cc && { cc }),
          },
          keyOf(options),
        );
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  addTermsCommands(svc);
  addSign(svc);
}

function addSign(svc: Command): void {
  svc
    .command("sign")
    .description("sign the receipt to get the price")
    .argument("<conversation>", "conversation id")
    .option("--statement <words>", "what you did, in your own words")
    .option("--step <id>", "the step of the price, such as m1")
    .action(
      (
        conversationId: string,
        { statement, step }: { statement?: string; step?: string },
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const output = await inbox.signReceipt({
            ...{ conversationId, confirm: true },
            ...(statement !== undefined && { statement }),
            ...(step !== undefined && { milestoneId: step }),
          });
          return { output, text: showOutcome(output.conversation) };
        }),
    );
}

/** A step of a price, from its title, its amount and when it is due. */
function milestoneOf(step: string) {
  const at = step.lastIndexOf("=");
  const [amount = "", due] = step.slice(at + 1).split("@");
  const name = due?.startsWith("P") ? "deliverWithin" : "deliverBy";
  return {
    ...{ title: step.slice(0, at), amount },
    ...(due !== undefined && { [name]: due }),
  };
}

interface ProposeOptions {
  readonly price: string;
  readonly until: string;
  readonly note?: string;
  readonly due?: string;
}

/** `svc propose`, `svc agree`, `svc extend` */
function addTermsCommands(svc: Command): void {
  svc
    .command("extend")
    .description("give the recipient more time for the work")
    .argument("<conversation>", "conversation id")
    .argument("<time>", "the new deadline, such as 2030-01-31T12:00:00Z")
    .action((conversationId: string, dueAt: string, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await inbox.extendDeadline({ conversationId, dueAt });
        return { output, text: showOutcome(output.conversation) };
      }),
    );
  svc
    .command("propose")
    .description("propose a price to the other side, until one is held")
    .argument("<conversation>", "conversation id")
    .requiredOption("--price <amount>", "the whole price, such as 5.00")
    .requiredOption("--until <time>", "such as 2030-01-31T12:00:00Z")
    .option("--due <time>", "when the work is due")
    .option("--note <words>", "your words with it")
    .action(
      (
        conversationId: string,
        { price, until, note, due }: ProposeOptions,
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const output = await inbox.proposeTerms({
            ...{ conversationId, price, validUntil: until },
            ...(note !== undefined && { note }),
            ...(due !== undefined && { dueAt: due }),
          });
          return { output, text: showOutcome(output.conversation) };
        }),
    );
  svc
    .command("agree")
    .description("accept a proposal of the other side, exactly as it is")
    .argument("<conversation>", "conversation id")
    .argument("<proposal>", "its proposalId")
    .action((conversationId: string, proposalId: string, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await inbox.acceptProposal({
          ...{ conversationId, proposalId },
        });
        return { output, text: showOutcome(output.conversation) };
      }),
    );
}

function worded(command: Command): Command {
  return command
    .option("--text <text>", "the text (default: standard input)")
    .option(
      "--key <key>",
      "idempotency key: repeats with the same key act once",
    );
}

async function wordsOf(
  { input = readStdin }: Terminal,
  { text }: Worded,
): Promise<{ readonly text: string }> {
  const said = text ?? (await input("The text, then Ctrl-D:\n")).trimEnd();
  if (said === "") throw new Error("Cannot send: the text is empty");
  return { text: said };
}

function keyOf({ key }: Worded) {
  return key === undefined ? {} : { idempotencyKey: key };
}
