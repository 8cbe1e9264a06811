import type { QueryCall } from "../../access/context.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { approvalStore } from "./approval_store.ts";

/** Above this amount, so many different people approve. */
export interface Quorum {
  readonly over: MicroUsdc;
  readonly needed: number;
}

/**
 * The quorum for an amount that the account would spend; undefined if one person approves it.
 * A person's own account has none, nor what the operator or the chain does in its name.
 */
export async function quorumFor(
  { db, member }: Pick<QueryCall, "db" | "member">,
  accountId: string,
  amount: MicroUsdc,
): Promise<Quorum | undefined> {
  if (amount <= 0 || (member.kind === "person" && !member.team)) {
    return undefined;
  }
  const { over = null, needed = 1 } =
    (await approvalStore(db).of(accountId)) ?? {};
  return over !== null && amount > over ? { over, needed } : undefined;
}
