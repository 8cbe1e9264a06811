import type { Command } from "commander";
import type { Runner } from "./runner.ts";

/** Finds the id of an account by its address, its local-part or its id. */
export async function accountIdOf(
  operator: Runner,
  account: string,
): Promise<string> {
  return (await operator.run("find_account", { account })).account.id;
}

/** The option of a command that is about one account. */
export interface OfAccount {
  readonly account: string;
}

/** Adds a command that is about one account. */
export function subcommand(
  parent: Command,
  name: string,
  says: string,
): Command {
  return parent
    .command(name)
    .description(says)
    .requiredOption("--account <address>", "the account's address or id");
}
