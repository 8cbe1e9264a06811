import type { Command } from "commander";
import { Argument } from "commander";
import { currencyText } from "../../../../src/core/base/money.ts";
import { cleanText, sizeText } from "../../../../src/core/base/text.ts";
import type { Answer } from "../answer.ts";
import { showFields } from "../columns.ts";
import { accountIdOf } from "./find.ts";
import type { OutputOf } from "./operations.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";

interface Options {
  readonly account: string;
  readonly comment?: string;
}

const DECISIONS = ["approve", "decline"] as const;

type Waiting = OutputOf<"list_waiting">["waiting"][number];

/** `svc decide …` */
export function addDecideCommand(svc: Command): void {
  svc
    .command("decide")
    .description("list an account's open decisions, or decide one for it")
    .addArgument(
      new Argument("[checkpoint]", "checkpoint id (default: list all)"),
    )
    .addArgument(new Argument("[decision]", "your decision").choices(DECISIONS))
    .requiredOption("--account <account>", "address, local-part or id")
    .option("--comment <text>", "reason, for the record")
    .addHelpText(
      "after",
      `
The record shows that the operator decided.

Examples:
  svc decide --account alice@inbox.localhost
  svc decide chk_01… approve --account alice@inbox.localhost
  svc decide chk_01… decline --account alice@inbox.localhost --comment "Too much"`,
    )
    .action(
      (
        checkpointId: string | undefined,
        decision: "approve" | "decline" | undefined,
        options: Options,
        command: Command,
      ) =>
        run(command, async (operator) => {
          const accountId = await accountIdOf(operator, options.account);
          if (checkpointId === undefined) return list(operator, accountId);
          if (decision === undefined) {
            throw new Error(missingAfter(checkpointId));
          }
          const { comment } = options;
          return await decide(operator, accountId, {
            checkpointId,
            decision,
            ...(comment !== undefined && { comment }),
          });
        }),
    );
}

/** The error for one word where two are needed. */
function missingAfter(word: string): string {
  return DECISIONS.some((it) => it === word)
    ? `Cannot decide: put the checkpoint before ${word}. Without both, svc decide lists what's open`
    : "Cannot decide: put approve or decline after the checkpoint";
}

async function list(operator: Runner, accountId: string): Promise<Answer> {
  const output = await operator.run("list_waiting", { accountId });
  const cards = output.waiting.map(showCard);
  if (output.hasMore) cards.push("There are more. Decide some of these first.");
  const text = cards.join("\n\n") || "Nothing to decide.";
  return { output, text };
}

/** Everything the operator needs to know before deciding. */
function showCard({ conversationId, title, checkpoint }: Waiting): string {
  const { proposal, outcomes, askedBy } = checkpoint;
  const { text, reason, money, recipients, artifacts } = proposal;
  const fields: [string, string][] = [
    ["Checkpoint", `${checkpoint.checkpointId} (${checkpoint.act})`],
    ["Conversation", `${title} (${conversationId})`],
    ["Asks", askedBy ? `${askedBy.name} (${askedBy.address})` : "unknown"],
    ["About", checkpoint.summary],
    ["To", recipients.map(({ address }) => address).join(", ")],
    ["Text", text ?? ""],
    [
      "Files",
      artifacts
        .map(({ name, size, uri }) => `${name} (${uri ?? sizeText(size ?? 0)})`)
        .join(", "),
    ],
    ["Reason", reason ?? ""],
    ["Money", money ? moneyWords(money) : ""],
    ["Approve", outcomes.approve],
    ["Decline", outcomes.decline],
    ["Silence", `${outcomes.silence} (${checkpoint.expiresAt})`],
  ];
  // Other people's text is printed without control characters, which could control a terminal.
  const clean = fields.map(
    ([name, value]) => [name, cleanText(value)] as const,
  );
  return showFields(clean.filter(([, value]) => value !== ""));
}

function moneyWords({
  moves,
  amount,
  label,
  from,
  to,
}: NonNullable<Waiting["checkpoint"]["proposal"]["money"]>): string {
  const source = from === undefined ? "" : ` from ${from}`;
  return `${moves} ${amount.amount} ${currencyText({ label })}${source} to ${to}`;
}

async function decide(
  operator: Runner,
  accountId: string,
  answer: {
    readonly checkpointId: string;
    readonly decision: "approve" | "decline";
    readonly comment?: string;
  },
): Promise<Answer> {
  const { waiting } = await operator.run("list_waiting", { accountId });
  const found = waiting.find(
    ({ checkpoint }) => checkpoint.checkpointId === answer.checkpointId,
  );
  if (!found)
    throw new Error("Cannot decide: this account has no such open checkpoint");
  const { conversationId } = found;
  const input = { accountId, conversationId, ...answer };
  const output = await operator.run("decide_for_account", input);
  return { output, text: `${output.effect} It is now ${output.state}.` };
}
