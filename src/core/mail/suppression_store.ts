import { and, desc, inArray, sql } from "drizzle-orm";
import { mailboxKey } from "../addresses/address.ts";
import { sha256 } from "../base/digest.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { mailSuppressions } from "../db/tables/outbox_schema.ts";

/** Why an address gets no mail any more. */
export type SuppressionReason =
  | "unsubscribed"
  | "reported"
  | "bounced"
  | "complained";

/** Why an address gets no mail any more, and since when. */
export interface Suppression {
  readonly reason: SuppressionReason;
  readonly createdAt: number;
}

/**
 * The addresses that get no mail, kept as hashes alone. A wish holds for the whole
 * mailbox, however its address is spelt; a bounce for the one address, since another
 * spelling may exist.
 */
export const suppressionStore = perDatabase(makeSuppressionStore);

function makeSuppressionStore({ orm }: Database) {
  const isIt = inArray(mailSuppressions.addressHash, [
    sql.placeholder("address"),
    sql.placeholder("mailbox"),
  ]);
  const of = orm
    .select({
      addressHash: mailSuppressions.addressHash,
      reason: mailSuppressions.reason,
      createdAt: mailSuppressions.createdAt,
    })
    .from(mailSuppressions)
    .where(and(isIt, bounded("as many as the hashes of one address")))
    .orderBy(desc(mailSuppressions.createdAt))
    .prepare();
  const add = orm
    .insert(mailSuppressions)
    .values(rowSlots(mailSuppressions))
    .onConflictDoUpdate({
      target: mailSuppressions.addressHash,
      set: {
        reason: sql`iif(excluded.reason = 'bounced', ${mailSuppressions.reason}, excluded.reason)`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .prepare();
  const remove = orm.delete(mailSuppressions).where(isIt).prepare();
  const hashesOf = (address: string) => ({
    address: sha256(address),
    mailbox: sha256(mailboxKey(address)),
  });
  async function find(address: string): Promise<Suppression | undefined> {
    const hashes = hashesOf(address);
    const rows = await of.all(hashes);
    return rows.find(
      (it) => it.reason !== "bounced" || it.addressHash === hashes.address,
    );
  }
  return {
    /** The newest that holds for the address. */
    find,
    has: async (address: string) => (await find(address)) !== undefined,
    /** Dates it anew; a bounce does not take the place of a wish. */
    add(given: string, reason: SuppressionReason, createdAt: number) {
      const { address, mailbox } = hashesOf(given);
      const addressHash = reason === "bounced" ? address : mailbox;
      return statementOf(add, { addressHash, reason, createdAt });
    },
    remove: (address: string) => statementOf(remove, hashesOf(address)),
  };
}
