import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import { participants } from "../../db/tables/conversation_schema.ts";
import { orderLinks } from "../../db/tables/data/offer_schema.ts";

/** The link of an order that a wallet paid, as it is kept. */
type OrderLink = typeof orderLinks.$inferSelect;

/** Reads and keeps the links of orders. */
export const orderLinkStore = perDatabase(({ orm }: Database) => {
  const value = sql.placeholder;
  const byNonce = orm
    .select()
    .from(orderLinks)
    .where(eq(orderLinks.nonce, value("nonce")))
    .limit(1)
    .prepare();
  const byToken = orm
    .select({
      conversationId: orderLinks.conversationId,
      accountId: orderLinks.accountId,
      position: participants.position,
      address: participants.address,
    })
    .from(orderLinks)
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, orderLinks.conversationId),
        // Until an account claims the order.
        eq(participants.accountId, orderLinks.accountId),
      ),
    )
    .where(
      and(
        eq(orderLinks.tokenHash, value("tokenHash")),
        gt(orderLinks.createdAt, value("after")),
      ),
    )
    .limit(1)
    .prepare();
  const insert = orm.insert(orderLinks).values(rowSlots(orderLinks)).prepare();
  return {
    byNonce: (nonce: string) => byNonce.get({ nonce }),
    byToken: (tokenHash: string, after: number) =>
      byToken.get({ tokenHash, after }),
    insert: (link: OrderLink) => statementOf(insert, { ...link }),
  };
});
