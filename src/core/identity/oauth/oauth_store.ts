import { and, eq, sql } from "drizzle-orm";
import { sha256 } from "../../base/digest.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { jwks, verification } from "../../db/tables/auth_schema.ts";
import {
  oauthAccessToken,
  oauthClient,
  oauthConsent,
  oauthRefreshToken,
} from "../../db/tables/oauth_schema.ts";

/** Reads better-auth's OAuth data, and ends connections. */
export interface OAuthStore {
  /** The public half of a signing key, as JWK text. */
  publicKey(kid: string): Promise<string | undefined>;
  /** The name a client gave itself: hostile text. */
  clientName(clientId: string): Promise<string | undefined>;
  /** When a client's metadata document was last read. */
  learnedAt(clientId: string): Promise<number | undefined>;
  /** Stores a client's metadata document. */
  learn(client: LearnedClient): Statement;
  /** The owner of a refresh token, even of a used one. */
  refreshOwner(
    tokenHash: string,
  ): Promise<{ accountId: string; clientId: string } | undefined>;
  /** Whether a stored refresh token was already exchanged. */
  refreshUse(
    tokenHash: string,
  ): Promise<{ readonly isUsed: boolean } | undefined>;
  /** The owner of the refresh token that a used code was exchanged for. */
  codeOwner(
    codeHash: string,
  ): Promise<{ accountId: string; clientId: string } | undefined>;
  /** When an unused code was created. */
  codeMadeAt(codeHash: string): Promise<number | undefined>;
  /** Deletes every token of a person for a client, but not the consent. */
  endFamily(accountId: string, clientId: string): readonly Statement[];
  /** Deletes every token and the consent of a person for a client. */
  disconnect(accountId: string, clientId: string): readonly Statement[];
}

/** A client whose id is the address of its metadata document. */
export interface LearnedClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isNative: boolean;
  readonly now: number;
}

export const oauthStore = perDatabase(makeOauthStore);

const TOKENS = [oauthAccessToken, oauthRefreshToken] as const;
const GRANTS = [...TOKENS, oauthConsent] as const;

const value = sql.placeholder;

function makeOauthStore({ orm }: Database): OAuthStore {
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
    publicKey: async (kid) => (await publicKey.get({ kid }))?.publicKey,
    clientName: async (id) =>
      (await client.get({ clientId: id }))?.name ?? undefined,
    refreshOwner: (hash) => refreshOwner.get({ hash }),
    codeOwner: (hash) => codeOwner.get({ hash }),
    codeMadeAt: async (hash) => (await codeMadeAt.get({ hash }))?.createdAt,
    async refreshUse(hash) {
      const row = await refreshUse.get({ hash });
      return row && { isUsed: row.revoked !== null };
    },
    ...learning(orm),
    ...endings(orm),
  };
}

/** Reads and writes the clients that describe themselves. */
function learning(
  orm: Database["orm"],
): Pick<OAuthStore, "learnedAt" | "learn"> {
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
    learnedAt: async (clientId) =>
      (await learned.get({ clientId }))?.at ?? undefined,
    learn: ({ clientId, isNative, now, ...client }) =>
      statementOf(learn, {
        ...client,
        ...{ id: sha256(clientId), clientId },
        applicationType: isNative ? "native" : "web",
        now: new Date(now),
      }),
  };
}

type Endings = Pick<OAuthStore, "endFamily" | "disconnect">;

/** Statements that remove the tokens or the whole grant of a client. */
function endings(orm: Database["orm"]): Endings {
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
    endFamily: (account, id) =>
      tokensOfClient.map((it) =>
        statementOf(it, { accountId: account, clientId: id }),
      ),
    disconnect: (account, id) =>
      grantsOfClient.map((it) =>
        statementOf(it, { accountId: account, clientId: id }),
      ),
  };
}
