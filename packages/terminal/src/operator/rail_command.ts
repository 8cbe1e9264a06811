import type { Command } from "commander";
import { showFields, showTable } from "../columns.ts";
import type { OutputOf } from "./operations.ts";
import { run } from "./run.ts";

type Chain = NonNullable<OutputOf<"get_rail_status">["chain"]>;

/** `svc rail …` */
export function addRailCommand(svc: Command): void {
  const rail = svc
    .command("rail")
    .description("manage money on a chain")
    .addHelpText(
      "after",
      `
Examples:
  svc rail status --json
  svc rail lift cnv_01h… --reason "our own test with the same key"`,
    );
  status(rail);
  lift(rail);
  retry(rail);
  resolve(rail);
}

function status(rail: Command): void {
  rail
    .command("status")
    .description(
      "show the operator's gas and tokens, held and moving money, and problems",
    )
    .addHelpText(
      "after",
      `
Exits 1 if the node doesn't answer or chain checks fail, the operator has no gas, a
movement is stuck or has been open for two hours, a conversation is stopped (svc rail
lift), or something is held that the database doesn't know.`,
    )
    .action((_options, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("get_rail_status", {});
        const { chain, ok } = output;
        const text = chain
          ? showChain(chain)
          : "No chain is set. All prices are held in the ledger (TEST).";
        return { output, text, isBad: !ok };
      }),
    );
}

function lift(rail: Command): void {
  rail
    .command("lift")
    .description("resume the captures of a stopped conversation")
    .argument("<conversation>", "conversation id")
    .requiredOption("--reason <text>", "what you found, for the record")
    .addHelpText(
      "after",
      `
A conversation is stopped when a foreign transaction moved what it holds: someone else has
the operator's key, or an older backup was restored. Check first (docs/chain.md, "What an
operator watches").`,
    )
    .action((conversationId: string, _options, command: Command) =>
      run(command, async (operator) => {
        const { reason = "" } = command.opts<{ reason?: string }>();
        const output = await operator.run("lift_stop", {
          conversationId,
          reason,
        });
        const text =
          output.lifted === 0
            ? "Nothing was stopped."
            : `Captures of ${conversationId} continue.`;
        return { output, text };
      }),
    );
}

function retry(rail: Command): void {
  rail
    .command("retry")
    .description("retry a stuck movement")
    .argument("<movement>", "movement id from svc rail status")
    .action((movementId: string, _options, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("retry_movement", { movementId });
        const text = `The ${output.act} of ${output.conversationId} is tried again.`;
        return { output, text };
      }),
    );
}

function resolve(rail: Command): void {
  rail
    .command("resolve")
    .description("end a stuck movement; its price goes back")
    .argument("<movement>", "movement id from svc rail status")
    .requiredOption("--reason <text>", "what you found, for the record")
    .action((movementId: string, _options, command: Command) =>
      run(command, async (operator) => {
        const { reason = "" } = command.opts<{ reason?: string }>();
        const input = { movementId, reason };
        const output = await operator.run("resolve_movement", input);
        const text = `The ${output.act} of ${output.conversationId} ends.`;
        return { output, text };
      }),
    );
}

function showChain(chain: Chain): string {
  const { node, held, movements, transactions, troubled, gas } = chain;
  const { open, confirmed, refused } = movements;
  const fields = showFields([
    ["Chain", String(chain.chainId)],
    ["Operator", chain.operator],
    ...(node
      ? ([
          ["Gas", `${node.gasWei} wei, for ${node.actsLeft} movements or more`],
          ["Tokens", node.tokens.amount],
          [
            "Final",
            `block ${node.final} of ${node.head}, ${node.lagSeconds} s old`,
          ],
          ["Compared", `all but ${node.blocksBehind} final blocks`],
        ] as const)
      : ([["Node", "doesn't answer"]] as const)),
    ...(chain.failing
      ? ([
          ["Failing", `since ${chain.failing.since}: ${chain.failing.problem}`],
        ] as const)
      : []),
    ["Held", `${held.amount.amount} USDC of ${held.count} prices`],
    [
      "Movements",
      `${open} open, ${confirmed} not noticed yet, ${refused} refused; the oldest open one since ${chain.oldestOpenSeconds} s`,
    ],
  ]);
  return [
    fields,
    ...tableOf(
      "In progress",
      ["State", "Act", "Conversation", "Nonce", "Raised", "Seconds"],
      transactions.map((it) => [
        ...[it.state, it.act, it.conversationId],
        ...[it.nonce, it.attempt, it.ageSeconds].map(String),
      ]),
    ),
    ...tableOf(
      "Stuck",
      ["Movement", "Act", "Conversation", "Why"],
      troubled.map((it) => [it.id, it.act, it.conversationId, it.problem]),
    ),
    ...tableOf(
      "Gas of the newest transactions",
      ["Act", "Most", "Of"],
      gas.map((it) => [it.act, String(it.most), String(it.count)]),
    ),
    ...tableOf(
      "Stopped",
      ["Since", "Conversation", "Why"],
      chain.stops.map((it) => [it.at, it.conversationId, it.problem]),
    ),
    ...tableOf(
      "Held by the operator, but unknown to the database",
      ["Since", "USDC", "Hold", "Transaction"],
      chain.unknownHolds.map((it) => [
        ...[it.at, it.amount.amount, it.hash, it.transaction],
      ]),
    ),
  ].join("\n\n");
}

function tableOf(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:\n${showTable([head, ...rows])}`];
}
