import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { mailSuppressions } from "../db/outbox_schema.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { sha256 } from "../digest.ts";

/** Why an address gets no mail any more. */
export type SuppressionReason =
  | "unsubscribed"
  | "reported"
  | "bounced"
  | "complained";

/** Who is written to no more. Addresses are kept as hashes alone. */
export interface SuppressionStore {
  has(address: string): Promise<boolean>;
  /** The first reason stays. */
  add(address: string, reason: SuppressionReason, now: number): Statement;
  remove(address: string): Statement;
}

export const suppressionStore = perDatabase(build);

function build({ orm }: Database): SuppressionStore {
  const isIt = eq(mailSuppressions.addressHash, sql.placeholder("addressHash"));
  const has = orm
    .select({ addressHash: mailSuppressions.addressHash })
    .from(mailSuppressions)
    .where(isIt)
    .limit(1)
    .prepare();
  const add = orm
    .insert(mailSuppressions)
    .values(slots(mailSuppressions, "addressHash", "reason", "createdAt"))
    .onConflictDoNothing()
    .prepare();
  const remove = orm.delete(mailSuppressions).where(isIt).prepare();
  const addressHash = sha256;
  return {
    has: async (address) =>
      (await has.get({ addressHash: addressHash(address) })) !== undefined,
    add: (address, reason, createdAt) =>
      statementOf(add, {
        addressHash: addressHash(address),
        reason,
        createdAt,
      }),
    remove: (address) =>
      statementOf(remove, { addressHash: addressHash(address) }),
  };
}
