import type { CommandCall, QueryCall } from "../access/context.ts";

/**
 * The operator's call in an account's name, as its person could make it. The record names
 * the operator all the same, whose call it is.
 */
export function inNameOf<C extends QueryCall | CommandCall>(
  call: C,
  accountId: string,
): C {
  return { ...call, member: { kind: "person", accountId, scopes: null } };
}
