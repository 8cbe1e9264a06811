import { ServiceError } from "../core/errors/errors.ts";
import { getAccountCard } from "../core/operations/get_account_card.ts";
import type { RpcCall } from "./rpc_call.ts";
import { runOperation } from "./rpc_call.ts";

/**
 * The card whose interface has this tenant (A2A 4.4.6): it is whoever has the
 * local-part.
 * @throws invalid_input for the tenant of no card
 */
export async function cardOfTenant(
  call: RpcCall,
  tenant: string,
  extended: boolean,
) {
  const input = { localPart: tenant, extended };
  const fields = { localPart: "/tenant" };
  try {
    return await runOperation(call, getAccountCard, input, { fields });
  } catch (cause) {
    const isUnknown =
      cause instanceof ServiceError && cause.code === "account_not_found";
    if (!isUnknown) throw cause;
    const detail = "tenant is not that of an agent card of this service";
    throw new ServiceError("invalid_input", {
      detail: `Invalid parameters: ${detail}.`,
      errors: [{ pointer: "/tenant", code: "unknown_tenant", detail }],
      cause,
    });
  }
}
