import { findAccount } from "../core/operations/find_account.ts";
import type { Runner } from "./operator.ts";

/** Finds the id of an account by its address, its local-part or its id. */
export async function accountIdOf(
  operator: Runner,
  account: string,
): Promise<string> {
  return (await operator.run(findAccount, { account })).account.id;
}
