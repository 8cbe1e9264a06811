import type { Command } from "commander";
import { jsonObjectIn } from "./call_command.ts";
import { runRemote } from "./connect.ts";
import { showOutcome } from "./shown.ts";

interface OrderOptions {
  readonly input?: string;
  readonly text?: string;
  readonly draft?: true;
}

/** `svc order`: an order of an offer. */
export function addOrderCommand(svc: Command): void {
  svc
    .command("order")
    .description("order an offer; its price is held")
    .argument("<address>", "the account that offers it")
    .argument("<offer>", "id of the offer")
    .option("--input <json>", "what the offer asks for, as JSON")
    .option("--text <words>", "words to the seller")
    .option("--draft", "save it as a draft")
    .addHelpText(
      "after",
      `
Example:
  svc order bob@inbox.localhost logo --input '{"company": "ACME"}'`,
    )
    .action(
      (to: string, offerId: string, options: OrderOptions, command: Command) =>
        runRemote(command, async (inbox) => {
          const { input, text, draft } = options;
          const output = await inbox.createConversation({
            ...{ to, offerId, submit: draft !== true },
            ...(input !== undefined && { input: jsonObjectIn(input, "order") }),
            ...(text !== undefined && { text }),
          });
          return { output, text: showOutcome(output.conversation) };
        }),
    );
}
