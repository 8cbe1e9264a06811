import type { Static } from "typebox";
import type { Core, QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { showTime } from "../time.ts";
import type { Account } from "./accounts_store.ts";
import { accountStore } from "./accounts_store.ts";
import type { AccountSchema } from "./schemas.ts";

/**
 * Loads an account by its id.
 * @throws account_not_found
 */
export async function loadAccount(
  call: QueryCall,
  accountId: string,
): Promise<Account> {
  const account = await accountStore(call.db).byId(accountId);
  if (account) return account;
  throw new ServiceError("account_not_found", {
    detail: "Cannot find this account.",
  });
}

/** Shows an account to the operator. */
export function presentAccount(account: Account): Static<typeof AccountSchema> {
  const { id, kind, displayName, createdAt } = account;
  return { id, kind, displayName, createdAt: showTime(createdAt) };
}

/** True for an account that the operator has closed. */
export async function isDisabled(
  core: Pick<Core, "db">,
  accountId: string,
): Promise<boolean> {
  const account = await accountStore(core.db).byId(accountId);
  return account !== undefined && account.disabledAt !== null;
}
