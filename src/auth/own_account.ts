import type { Static } from "typebox";
import { callOperation } from "../core/call.ts";
import { getAccount } from "../core/operations/get_account.ts";
import type { Member } from "../core/principal.ts";
import { requestIdOf } from "../http/request_id.ts";
import type { At } from "./route.ts";

/** Who a person is to others. */
export type OwnAccount = Static<typeof getAccount.output>;

/** Who a signed-in person is to others; never the mailbox they sign in by. */
export async function ownAccount(
  { services }: At,
  principal: Member,
  { headers }: Request,
): Promise<OwnAccount> {
  const requestId = requestIdOf(headers.get("x-request-id"));
  const caller = { principal, via: "web", requestId } as const;
  return (await callOperation(services, getAccount, caller, {})).output;
}
