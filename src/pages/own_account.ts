import type { Static } from "typebox";
import type { Member } from "../core/access/principal.ts";
import { getAccount } from "../core/operations/get_account.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { callerOf } from "./person.ts";
import type { RouteContext } from "./route.ts";

export type OwnAccount = Static<typeof getAccount.output>;

/** The public profile of a signed-in person; never their sign-in mailbox. */
export async function ownAccount(
  { services }: RouteContext,
  principal: Member,
  request: Request,
): Promise<OwnAccount> {
  const caller = callerOf(principal, request);
  return await outputOf(services, getAccount, caller, {});
}
