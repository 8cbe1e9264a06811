import type { Static } from "typebox";
import type { Core, QueryCall } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
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
  throw notFound();
}

function notFound(): ServiceError {
  return new ServiceError("account_not_found", {
    detail: told`Cannot find this account.`,
  });
}

/**
 * The account of an owner's call: the caller's own, or the one that the operator names.
 * @throws invalid_input if the operator names none, account_not_found for a person who names
 * another's
 */
export function ownerOf(
  { caller }: Pick<QueryCall, "caller">,
  named: string | undefined,
): string {
  const { principal } = caller;
  if (isMember(principal)) {
    if (named === undefined || named === principal.accountId) {
      return principal.accountId;
    }
    throw notFound();
  }
  if (named !== undefined) return named;
  const detail = told`accountId is required`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot do this: accountId is required.`,
    errors: [{ pointer: "/accountId", code: "required", detail }],
  });
}

/** Shows an account to the operator. */
export function presentAccount(account: Account): Static<typeof AccountSchema> {
  const { id, kind, displayName, createdAt, disabledAt } = account;
  return {
    id,
    kind,
    displayName,
    createdAt: showTime(createdAt),
    disabledAt: timeOrNull(disabledAt),
  };
}

/** True for an account that the operator has closed. */
export async function isDisabled(
  core: Pick<Core, "db">,
  accountId: string,
): Promise<boolean> {
  const account = await accountStore(core.db).byId(accountId);
  return account !== undefined && account.disabledAt !== null;
}
