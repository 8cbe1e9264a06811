import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { participants } from "../db/tables/conversation_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import { mailTokens } from "../db/tables/outbox_schema.ts";

/** `read` opens the conversation, `stop` only ends the mail. */
export type TokenPurpose = "read" | "stop";

/** A link as it is kept: of its token, only the hash. */
export type TokenRow = Readonly<typeof mailTokens.$inferSelect>;

/** The links of invites. */
export const tokenStore = perDatabase(makeTokenStore);

function makeTokenStore({ orm }: Database) {
  const insert = orm.insert(mailTokens).values(rowSlots(mailTokens)).prepare();
  const find = orm
    .select({
      conversationId: mailTokens.conversationId,
      position: mailTokens.position,
      address: deliveries.recipient,
      outboxId: mailTokens.outboxId,
    })
    .from(mailTokens)
    .innerJoin(deliveries, eq(deliveries.id, mailTokens.outboxId))
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, mailTokens.conversationId),
        eq(participants.position, mailTokens.position),
      ),
    )
    .where(
      and(
        eq(mailTokens.tokenHash, sql.placeholder("tokenHash")),
        eq(mailTokens.purpose, sql.placeholder("purpose")),
        gt(mailTokens.expiresAt, sql.placeholder("now")),
        or(eq(mailTokens.purpose, "stop"), isNull(participants.accountId)),
      ),
    )
    .limit(1)
    .prepare();
  return {
    insert: (row: TokenRow) => statementOf(insert, { ...row }),
    /**
     * The participant, as long as the link has not run out. A link to read ends when an
     * account claims the invite; one to stop the mail does not, the mail went elsewhere.
     */
    find: (tokenHash: string, purpose: TokenPurpose, now: number) =>
      find.get({ tokenHash, purpose, now }),
  };
}
