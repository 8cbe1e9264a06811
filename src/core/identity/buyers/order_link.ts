import type { Core } from "../../access/context.ts";
import type { Guest } from "../../access/principal.ts";
import { sha256 } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";
import { orderLinkStore } from "./order_link_store.ts";

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** All that a buyer without an account may do, in their order alone. */
export const BUYER_SCOPES: readonly string[] = [
  "conversations:read",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "contacts:new",
  "payments:hold",
  "payments:read",
];

/** The buyer of an order's link; undefined once it has expired or an account has the order. */
export async function buyerOf(
  { db, clock }: Pick<Core, "db" | "clock">,
  token: string,
): Promise<Guest | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const after = clock() - LIMITS.orderLinkDays * DAY_MS;
  const found = await orderLinkStore(db).byToken(sha256(token), after);
  return (
    found && { kind: "guest", ...found, outboxId: "", scopes: BUYER_SCOPES }
  );
}
