import type { CommandCall, QueryCall } from "../access/context.ts";

/**
 * The operator's call for an account, with its person's rights. The record still names the
 * operator.
 */
export function inNameOf<C extends QueryCall | CommandCall>(
  call: C,
  accountId: string,
): C {
  return { ...call, member: { kind: "person", accountId, scopes: null } };
}
