import type { Command } from "commander";
import { showFields } from "../columns.ts";
import { ProblemError } from "../problem_error.ts";
import { accountIdOf } from "./find.ts";
import { run } from "./run.ts";

interface Options {
  readonly signature?: string;
  readonly none?: true;
}

/** `svc account payout` */
export function addPayoutCommand(account: Command): void {
  account
    .command("payout")
    .description("set an account's payout wallet, proved by its signature")
    .argument("<account>", "address, local-part or id")
    .argument("[wallet]", "wallet address: 0x and 40 hex digits")
    .option("--signature <hex>", "the wallet's signature")
    .option("--none", "remove the payout wallet")
    .addHelpText(
      "after",
      `
Without a signature, prints the text the wallet has to sign (EIP-191), and exits 1.

Examples:
  svc account payout bob 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
  svc account payout bob 0x5aAe…BeAed --signature 0x…
  svc account payout bob --none`,
    )
    .action(
      (
        named: string,
        wallet: string | undefined,
        options: Options,
        command: Command,
      ) =>
        run(command, async (operator) => {
          const { signature, none } = options;
          if ((wallet === undefined) === (none === undefined)) {
            throw new Error(
              "Cannot set the wallet: give its address, or --none",
            );
          }
          const accountId = await accountIdOf(operator, named);
          try {
            const output = await operator.run("set_payout_address", {
              ...{ accountId, address: wallet ?? null },
              ...(signature !== undefined && { signature }),
            });
            const text = showFields([
              ["Paid at", output.address ?? "nowhere"],
              ["Network", output.network],
            ]);
            return { output, text };
          } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            const { code, textToSign } = error.problem;
            if (code !== "proof_required") throw error;
            const output = { code, textToSign };
            const text = `Sign exactly this text with the wallet, then run this again with --signature:\n\n${textToSign}`;
            return { output, text, isBad: true };
          }
        }),
    );
}
