import type { Command } from "commander";
import { Option } from "commander";
import { cleanText } from "../../../../src/core/base/text.ts";
import type { WebhookEventType } from "../../../../src/core/webhooks/event_types.ts";
import { WEBHOOK_EVENTS } from "../../../../src/core/webhooks/event_types.ts";
import type { Answer } from "../answer.ts";
import { showFields, showTable } from "../columns.ts";
import type { OfAccount } from "./find.ts";
import { accountIdOf, subcommand } from "./find.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";

/** `svc webhook …` */
export function addWebhookCommand(svc: Command): void {
  const webhook = svc
    .command("webhook")
    .description("manage an account's webhooks")
    .addHelpText(
      "after",
      `
Examples:
  svc webhook add https://example.com/hook --account alice@inbox.localhost --event message.appended
  svc webhook list --account alice@inbox.localhost
  svc webhook test whk_01… --account alice@inbox.localhost
  svc webhook log whk_01… --account alice@inbox.localhost
  svc webhook replay whk_01… --account alice@inbox.localhost --from 2026-01-15T00:00:00Z
  svc webhook resume whk_01… --account alice@inbox.localhost`,
    );
  add(webhook);
  list(webhook);
  log(webhook);
  replay(webhook);
  ofOne(webhook, "rotate", "replace its secret; both work for a day", {
    act: (operator, input) => operator.run("rotate_webhook", input),
    says: ({ secret }) => `Secret, shown once: ${secret}`,
  });
  ofOne(webhook, "test", "send a test event", {
    act: (operator, input) => operator.run("test_webhook", input),
    says: ({ delivery }) => `${delivery.deliveryId} is queued.`,
  });
  for (const [name, active] of [
    ["pause", false],
    ["resume", true],
  ] as const) {
    ofOne(webhook, name, `${name} it`, {
      act: (operator, input) =>
        operator.run("update_webhook", { ...input, active }),
      says: (it) => `${it.webhook.webhookId} is ${it.webhook.status}.`,
    });
  }
  ofOne(webhook, "delete", "delete it, with its log", {
    act: (operator, input) => operator.run("delete_webhook", input),
    says: ({ webhookId }) => `${webhookId} is deleted.`,
  });
}

function add(parent: Command): void {
  subcommand(parent, "add", "send events to a URL from now on")
    .argument("<url>", "https URL of a public host")
    .addOption(
      new Option("--event <type...>", "only these event types") //
        .choices([...WEBHOOK_EVENTS]),
    )
    .action(
      (
        url: string,
        { account, event }: OfAccount & { event?: WebhookEventType[] },
        command: Command,
      ) =>
        run(command, async (operator) => {
          const accountId = await accountIdOf(operator, account);
          const output = await operator.run("add_webhook", {
            ...{ accountId, url },
            ...(event && { events: event }),
          });
          const text = showFields([
            ["Webhook", output.webhook.webhookId],
            ["Secret", `${output.secret} (shown once)`],
          ]);
          return { output, text };
        }),
    );
}

function list(parent: Command): void {
  subcommand(parent, "list", "list webhooks and whether they work") //
    .action(({ account }: OfAccount, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, account);
        const output = await operator.run("list_webhooks", { accountId });
        const rows = output.webhooks.map((it) => [
          it.webhookId,
          it.reason ? `${it.status} (${it.reason})` : it.status,
          cleanText(it.url),
          it.events?.join(", ") ?? "all events",
        ]);
        const head = ["Id", "Status", "URL", "Events"];
        const text =
          rows.length > 0 ? showTable([head, ...rows]) : "No webhooks.";
        return { output, text };
      }),
    );
}

function log(parent: Command): void {
  subcommand(parent, "log", "list what it was sent and what it answered")
    .argument("<id>", "id from svc webhook list")
    .option("--cursor <cursor>", "nextCursor from the last page")
    .action(
      (
        webhookId: string,
        { account, cursor }: OfAccount & { cursor?: string },
        command: Command,
      ) =>
        run(command, async (operator) => {
          const accountId = await accountIdOf(operator, account);
          const output = await operator.run("list_webhook_deliveries", {
            ...{ accountId, webhookId },
            ...(cursor !== undefined && { cursor }),
          });
          const rows = output.deliveries.map((it) => {
            const last = it.attempts.at(-1);
            const answer = last ? String(last.status ?? last.error) : "";
            return [it.deliveryId, it.type, it.status, answer, it.createdAt];
          });
          const head = ["Id", "Type", "Status", "Answer", "At"];
          const table =
            rows.length > 0 ? showTable([head, ...rows]) : "Nothing was sent.";
          const text =
            output.nextCursor === null
              ? table
              : `${table}\nOlder ones: --cursor ${output.nextCursor}`;
          return { output, text };
        }),
    );
}

interface Span extends OfAccount {
  readonly delivery?: string;
  readonly from?: string;
  readonly to?: string;
}

function replay(parent: Command): void {
  subcommand(parent, "replay", "resend events, with the same ids")
    .argument("<id>", "id from svc webhook list")
    .option("--delivery <id>", "one event from the log")
    .option("--from <time>", "events from this time on, RFC 3339")
    .option("--to <time>", "events up to this time")
    .action(
      (
        webhookId: string,
        { account, delivery, from, to }: Span,
        command: Command,
      ) =>
        run(command, async (operator) => {
          const accountId = await accountIdOf(operator, account);
          const output = await operator.run("replay_webhook", {
            ...{ accountId, webhookId },
            ...(delivery !== undefined && { deliveryId: delivery }),
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
          });
          return { output, text: `${output.replayed} queued again.` };
        }),
    );
}

interface Named {
  readonly accountId: string;
  readonly webhookId: string;
}

/** A command that does one thing with one webhook. */
function ofOne<T>(
  parent: Command,
  name: string,
  says: string,
  one: {
    readonly act: (operator: Runner, input: Named) => Promise<T>;
    readonly says: (output: T) => string;
  },
): void {
  subcommand(parent, name, says)
    .argument("<id>", "id from svc webhook list")
    .action((webhookId: string, { account }: OfAccount, command: Command) =>
      run(command, async (operator): Promise<Answer> => {
        const accountId = await accountIdOf(operator, account);
        const output = await one.act(operator, { accountId, webhookId });
        return { output, text: one.says(output) };
      }),
    );
}
