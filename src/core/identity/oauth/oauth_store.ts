import { and, eq, sql } from "drizzle-orm";
import { sha256 } from "../../base/digest.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { statementOf } from "../../db/statement.ts";
import { jwks, verification } from "../../db/tables/auth_schema.ts";
import {
  oauthAccessToken,
  oauthClient,
  oauthConsent,
  oauthRefreshToken,
} from "../../db/tables/oauth_schema.ts";

/** A client whose id is the address of its metadata document. */
export interface LearnedClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isNative: boolean;
  readonly now: number;
}

/** Reads better-auth's OAuth data, and ends connections. */
export const oauthStore = perDatabase(makeOauthStore);

const TOKENS = [oauthAccessToken, oauthRefreshToken] as const;
const GRANTS = [...TOKENS, oauthConsent] as const;

const value = sql.placeholder;

function makeOauthStore({ orm }: Database) {
  const publicKey = orm
    .select({ publicKey: jwks.publicKey })
    .from(jwks)
    .where(eq(jwks.id, sql.placeholder("kid")))
    .limit(1)
    .prepare();
  const client = orm
    .select({ name: oauthClient.name })
    .from(oauthClient)
    .where(eq(oauthClient.clientId, sql.placeholder("clientId")))
    .limit(1)
    .prepare();
  const ownerBy = (
    column:
      | typeof oauthRefreshToken.token
      | typeof oauthRefreshToken.authorizationCodeId,
  ) =>
    orm
      .select({
        accountId: oauthRefreshToken.userId,
        clientId: oauthRefreshToken.clientId,
      })
      .from(oauthRefreshToken)
      .where(eq(column, sql.placeholder("hash")))
      .limit(1)
      .prepare();
  const refreshOwner = ownerBy(oauthRefreshToken.token);
  const codeOwner = ownerBy(oauthRefreshToken.authorizationCodeId);
  const refreshUse = orm
    .select({ revoked: sql<number | null>`${oauthRefreshToken.revoked}` })
    .from(oauthRefreshToken)
    .where(eq(oauthRefreshToken.token, sql.placeholder("hash")))
    .limit(1)
    .prepare();
  const codeMadeAt = orm
    .select({ createdAt: sql<number>`${verification.createdAt}` })
    .from(verification)
    .where(eq(verification.identifier, sql.placeholder("hash")))
    .limit(1)
    .prepare();
  return {
    /** The public half of a signing key, as JWK text. */
    publicKey: async (kid: string) => (await publicKey.get({ kid }))?.publicKey,
    /** The name a client gave itself: hostile text. */
    clientName: async (id: string) =>
      (await client.get({ clientId: id }))?.name ?? undefined,
    /** The owner of a refresh token, even of a used one. */
    refreshOwner: (hash: string) => refreshOwner.get({ hash }),
    /** The owner of the refresh token that a used code was exchanged for. */
    codeOwner: (hash: string) => codeOwner.get({ hash }),
    /** When an unused code was created. */
    codeMadeAt: async (hash: string) =>
      (await codeMadeAt.get({ hash }))?.createdAt,
    /** Whether a stored refresh token was already exchanged. */
    async refreshUse(hash: string) {
      const row = await refreshUse.get({ hash });
      return row && { isUsed: row.revoked !== null };
    },
    ...learning(orm),
    ...endings(orm),
  };
}

/** Reads and writes the clients that describe themselves. */
function learning(orm: Database["orm"]) {
  const learned = orm
    .select({ at: sql<number | null>`${oauthClient.updatedAt}` })
    .from(oauthClient)
    .where(eq(oauthClient.clientId, sql.placeholder("clientId")))
    .limit(1)
    .prepare();
  const learn = orm
    .insert(oauthClient)
    .values({
      id: value("id"),
      clientId: value("clientId"),
      scopes: ["inbox", "offline_access"],
      tokenEndpointAuthMethod: "none",
      grantTypes: ["authorization_code", "refresh_token"],
      responseTypes: ["code"],
      requirePKCE: true,
      name: value("name"),
      redirectUris: value("redirectUris"),
      applicationType: value("applicationType"),
      createdAt: value("now"),
      updatedAt: value("now"),
    })
    .onConflictDoUpdate({
      target: oauthClient.clientId,
      set: {
        name: sql`excluded.name`,
        redirectUris: sql`excluded.redirect_uris`,
        applicationType: sql`excluded.application_type`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .prepare();
  return {
    /** When a client's metadata document was last read. */
    learnedAt: async (clientId: string) =>
      (await learned.get({ clientId }))?.at ?? undefined,
    /** Stores a client's metadata document. */
    learn: ({ clientId, isNative, now, ...client }: LearnedClient) =>
      statementOf(learn, {
        ...client,
        ...{ id: sha256(clientId), clientId },
        applicationType: isNative ? "native" : "web",
        now: new Date(now),
      }),
  };
}

/** Statements that remove the tokens or the whole grant of a client. */
function endings(orm: Database["orm"]) {
  const accountId = sql.placeholder("accountId");
  const clientId = sql.placeholder("clientId");
  const ofClient = (table: (typeof GRANTS)[number]) =>
    orm
      .delete(table)
      .where(and(eq(table.userId, accountId), eq(table.clientId, clientId)))
      .prepare();
  const tokensOfClient = TOKENS.map(ofClient);
  const grantsOfClient = GRANTS.map(ofClient);
  return {
    /** Deletes every token of a person for a client, but not the consent. */
    endFamily: (account: string, id: string) =>
      tokensOfClient.map((it) =>
        statementOf(it, { accountId: account, clientId: id }),
      ),
    /** Deletes every token and the consent of a person for a client. */
    disconnect: (account: string, id: string) =>
      grantsOfClient.map((it) =>
        statementOf(it, { accountId: account, clientId: id }),
      ),
  };
}
