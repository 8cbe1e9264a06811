import { and, eq, sql } from "drizzle-orm";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import {
  foreignAccounts,
  silentPeers,
} from "../db/tables/data/federation_schema.ts";

/** The services that do not answer now. */
export const circuitStore = perDatabase(({ orm, longOrm }: Database) => {
  const value = sql.placeholder;
  const isOne = eq(silentPeers.origin, value("origin"));
  const find = orm.select().from(silentPeers).where(isOne).limit(1).prepare();
  const put = orm
    .insert(silentPeers)
    .values(rowSlots(silentPeers))
    .onConflictDoUpdate({
      target: silentPeers.origin,
      set: slots(silentPeers, "failures", "opensAt"),
    })
    .prepare();
  const forget = orm.delete(silentPeers).where(isOne).prepare();
  const theirs = sql`(select account_id from ${foreignAccounts} where origin = ${value("origin")})`;
  const hurry = orm
    .update(deliveries)
    .set(slots(deliveries, "dueAt"))
    .where(
      and(
        sql`${deliveries.sender} = 'a2a' and ${deliveries.status} = 'waiting'`,
        sql`${deliveries.settledAt} is null`,
        sql`${deliveries.dueAt} > ${value("dueAt")}`,
        sql`substr(${deliveries.recipient}, instr(${deliveries.recipient}, '/') + 1) in ${theirs}`,
        bounded("messages that wait to be sent elsewhere"),
      ),
    )
    .prepare();
  const counts = longOrm
    .select({
      known: sql<number>`count(distinct ${foreignAccounts.origin})`,
      silent: sql<number>`(select count(*) from ${silentPeers} where failures >= ${value("tries")})`,
    })
    .from(foreignAccounts)
    .where(
      sql`${foreignAccounts.isFederated} and ${bounded("senders and recipients at other services")}`,
    )
    .prepare();
  return {
    /** How many services are known, and how many of all did not answer so often. */
    counts: async (tries: number) =>
      (await counts.get({ tries })) ?? { known: 0, silent: 0 },
    find: (origin: string) => find.get({ origin }),
    put: (row: typeof silentPeers.$inferInsert) => statementOf(put, { ...row }),
    heard: (origin: string, now: number): readonly Statement[] => [
      statementOf(forget, { origin }),
      statementOf(hurry, { origin, dueAt: now }),
    ],
  };
});
