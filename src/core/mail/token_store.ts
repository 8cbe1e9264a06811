import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { mailTokens } from "../db/outbox_schema.ts";
import { perDatabase } from "../db/per_database.ts";
import { participants } from "../db/schema.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";

/** `read` opens the conversation, `stop` only ends the mail. */
export type TokenPurpose = "read" | "stop";

/** A link as it is kept: of its token, only the hash. */
export interface TokenRow {
  readonly tokenHash: string;
  readonly purpose: TokenPurpose;
  readonly conversationId: string;
  readonly position: number;
  readonly outboxId: string;
  readonly expiresAt: number;
}

/** The seat that a link leads to. */
export interface TokenSeat {
  readonly conversationId: string;
  readonly position: number;
  readonly address: string;
}

/** The links of invites. */
export interface TokenStore {
  insert(row: TokenRow): Statement;
  /** The seat, as long as the link has not run out and no account has taken it. */
  find(
    tokenHash: string,
    purpose: TokenPurpose,
    now: number,
  ): Promise<TokenSeat | undefined>;
}

export const tokenStore = perDatabase(build);

function build({ orm }: Database): TokenStore {
  const insert = orm
    .insert(mailTokens)
    .values(
      slots(
        mailTokens,
        "tokenHash",
        "purpose",
        "conversationId",
        "position",
        "outboxId",
        "expiresAt",
      ),
    )
    .prepare();
  const find = orm
    .select({
      conversationId: mailTokens.conversationId,
      position: mailTokens.position,
      address: participants.address,
    })
    .from(mailTokens)
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
        isNull(participants.accountId),
      ),
    )
    .limit(1)
    .prepare();
  return {
    insert: (row) => statementOf(insert, { ...row }),
    find: (tokenHash, purpose, now) => find.get({ tokenHash, purpose, now }),
  };
}
