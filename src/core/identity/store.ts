import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { accounts, credentials } from "../db/schema.ts";
import { slots } from "../db/slots.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { LIMITS } from "../limits.ts";

/** Whoever owns an inbox. */
export interface Account {
  readonly id: string;
  readonly kind: "person" | "agent" | "service";
  readonly displayName: string;
  readonly createdAt: number;
}

/** An agent's credential as it is stored: a hash, never the token. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly lastFour: string;
  /** Granted scopes; null is the owner's full inbox rights. */
  readonly scopes: readonly string[] | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Reads and adds accounts. */
export interface AccountStore {
  byId(id: string): Promise<Account | undefined>;
  insert(account: Account): Statement;
  /** The same, doing nothing if it is there already. */
  seed(account: Account): Statement;
}

export const accountStore = perDatabase(buildAccounts);

function buildAccounts({ orm }: Database): AccountStore {
  const byId = orm
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const insertion = () =>
    orm
      .insert(accounts)
      .values(slots(accounts, "id", "kind", "displayName", "createdAt"));
  const insert = insertion().prepare();
  const seed = insertion().onConflictDoNothing().prepare();
  return {
    byId: (id) => byId.get({ id }),
    insert: (account) => statementOf(insert, { ...account }),
    seed: (account) => statementOf(seed, { ...account }),
  };
}

/** Reads and changes credentials. */
export interface CredentialStore {
  byHash(tokenHash: string): Promise<Credential | undefined>;
  find(accountId: string, id: string): Promise<Credential | undefined>;
  /** Of one account: the usable ones first, then the newest first. */
  of(accountId: string): Promise<readonly Credential[]>;
  /** How many of an account are not revoked. */
  count(accountId: string): Promise<number>;
  insert(credential: Credential): Statement;
  /** Writes what rotating and revoking change. */
  update(credential: Credential): Statement;
}

export const credentialStore = perDatabase(buildCredentials);

const MUTABLE = slots(
  credentials,
  "tokenHash",
  "lastFour",
  "rotatedAt",
  "revokedAt",
);
const FIXED = slots(
  credentials,
  "id",
  "accountId",
  "name",
  "scopes",
  "createdAt",
  "expiresAt",
);

function buildCredentials({ orm }: Database): CredentialStore {
  const isId = eq(credentials.id, sql.placeholder("id"));
  const isOwner = eq(credentials.accountId, sql.placeholder("accountId"));
  const byHash = orm
    .select()
    .from(credentials)
    .where(eq(credentials.tokenHash, sql.placeholder("tokenHash")))
    .limit(1)
    .prepare();
  const find = orm
    .select()
    .from(credentials)
    .where(and(isId, isOwner))
    .limit(1)
    .prepare();
  const of = orm
    .select()
    .from(credentials)
    .where(isOwner)
    .orderBy(sql`${credentials.revokedAt} is not null`, desc(credentials.id))
    .limit(LIMITS.credentialsListedMax)
    .prepare();
  const count = orm
    .select({ count: sql<number>`count(*)` })
    .from(credentials)
    .where(and(isOwner, isNull(credentials.revokedAt)))
    .prepare();
  const insert = orm
    .insert(credentials)
    .values({ ...FIXED, ...MUTABLE })
    .prepare();
  const update = orm.update(credentials).set(MUTABLE).where(isId).prepare();
  return {
    byHash: (tokenHash) => byHash.get({ tokenHash }),
    find: (accountId, id) => find.get({ accountId, id }),
    of: (accountId) => of.all({ accountId }),
    count: async (accountId) => (await count.get({ accountId }))?.count ?? 0,
    insert: (credential) => statementOf(insert, { ...credential }),
    update: (credential) => statementOf(update, { ...credential }),
  };
}
