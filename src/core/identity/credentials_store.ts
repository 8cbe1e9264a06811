import type { SQL } from "drizzle-orm";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { AccessRole } from "../base/team_roles.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots, slotsBut } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { AcceptLimits, ClientKeys } from "../db/tables/account_schema.ts";
import { accounts, credentials } from "../db/tables/account_schema.ts";

/**
 * An agent's access to an inbox: a credential whose token is stored only as a hash, or a
 * person's grant to an OAuth client.
 */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Both are absent for an OAuth client, and for a program that signs with its keys. */
  readonly tokenHash: string | null;
  readonly lastFour: string | null;
  readonly keys: ClientKeys | null;
  readonly clientId: string | null;
  /** The client's redirect address when the person last consented. */
  readonly redirectUri: string | null;
  /** Granted scopes; null is the owner's full inbox rights. */
  readonly scopes: readonly string[] | null;
  /** Most micro-USDC for one payment, and for those of a UTC day; null is no limit. */
  readonly perPayment: number | null;
  readonly perDay: number | null;
  /** The same for those of a UTC day to one payee. */
  readonly perPayee: number | null;
  /** Addresses that it may pay, in canonical form; null means anybody. */
  readonly payees: readonly string[] | null;
  /** Contact types that it may claim when it pays; null is any. */
  readonly contactTypes: readonly string[] | null;
  /** It asks its person before it first pays somebody outside their contacts. */
  readonly askFirstPayment: boolean;
  /** Which requests it accepts without asking; null means any that its scopes allow. */
  readonly accept: AcceptLimits | null;
  /** Of a membership: its person, their role, what they decide and since when. */
  readonly memberId: string | null;
  readonly role: AccessRole | null;
  readonly decides: readonly string[] | null;
  readonly startsAt: number | null;
  /** Why somebody decides for a person. */
  readonly reason: string | null;
  /** The member of the team who made it. */
  readonly madeBy: string | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** The network address of its last use. */
  readonly lastUsedFrom: string | null;
}

/** The members of a row that is no membership. */
export const NO_MEMBER = {
  memberId: null,
  role: null,
  decides: null,
  startsAt: null,
  reason: null,
} as const;

/** Reads and changes credentials. */
export const credentialStore = perDatabase(makeCredentialStore);

const MUTABLE = slotsBut(
  credentials,
  ...(["id", "accountId", "name", "clientId", "memberId"] as const),
  ...(["madeBy", "createdAt", "lastUsedAt", "lastUsedFrom"] as const),
);
const USE = slots(credentials, "lastUsedAt", "lastUsedFrom");

function makeCredentialStore(db: Database) {
  const { orm, longOrm } = db;
  const isId = eq(credentials.id, sql.placeholder("id"));
  const isOwner = eq(credentials.accountId, sql.placeholder("accountId"));
  // A membership is listed with the members of its team.
  const isAccess = isNull(credentials.memberId);
  const { usable, usableByClient, usableById } = usableOnes(orm);
  // An event reads it for each access with an open stream.
  const kept = keptReads<Credential | undefined>(db, [credentials, accounts]);
  const find = orm
    .select()
    .from(credentials)
    .where(and(isId, isOwner))
    .limit(1)
    .prepare();
  const of = longOrm
    .select()
    .from(credentials)
    .where(and(isOwner, isAccess, bounded("by the deadline of its thread")))
    .orderBy(sql`${credentials.revokedAt} is not null`, desc(credentials.id))
    .limit(LIMITS.credentialsListedMax)
    .prepare();
  const count = orm
    .select({ count: sql<number>`count(*)` })
    .from(credentials)
    .where(and(isOwner, isAccess, isNull(credentials.revokedAt)))
    .prepare();
  const insert = orm
    .insert(credentials)
    .values(rowSlots(credentials))
    .prepare();
  const update = orm.update(credentials).set(MUTABLE).where(isId).prepare();
  const touch = orm.update(credentials).set(USE).where(isId).prepare();
  return {
    /** The one with this token, not revoked and with an open account. */
    usable: (tokenHash: string) =>
      kept(
        tokenHash,
        async () => (await usable.get({ tokenHash }))?.credential,
      ),
    /** The access of an OAuth client, not revoked and with an open account. */
    usableByClient: async (accountId: string, clientId: string) =>
      (await usableByClient.get({ accountId, clientId }))?.credential,
    /** The one with this id, of whichever account: for a program that names only itself. */
    usableById: async (id: string) =>
      (await usableById.get({ id }))?.credential,
    find: (accountId: string, id: string) => find.get({ accountId, id }),
    /** Of one account: the usable ones first, then the newest first. */
    of: (accountId: string) => of.all({ accountId }),
    /** How many of an account are not revoked. */
    count: async (accountId: string) =>
      (await count.get({ accountId }))?.count ?? 0,
    insert: (credential: Credential) => statementOf(insert, { ...credential }),
    /** Writes the changes of rotating, revoking and granting again. */
    update: (credential: Credential) => statementOf(update, { ...credential }),
    /** Writes the time and place of its last use. */
    touch: (id: string, lastUsedAt: number, lastUsedFrom: string | null) =>
      statementOf(touch, { id, lastUsedAt, lastUsedFrom }),
  };
}

function usableOnes(orm: Database["orm"]) {
  const usable = (which: SQL | undefined) =>
    orm
      .select({ credential: credentials })
      .from(credentials)
      .innerJoin(accounts, eq(accounts.id, credentials.accountId))
      .where(
        and(
          which,
          isNull(credentials.memberId),
          isNull(credentials.revokedAt),
          isNull(accounts.disabledAt),
        ),
      )
      .limit(1)
      .prepare();
  return {
    usable: usable(eq(credentials.tokenHash, sql.placeholder("tokenHash"))),
    usableById: usable(eq(credentials.id, sql.placeholder("id"))),
    usableByClient: usable(
      and(
        eq(credentials.accountId, sql.placeholder("accountId")),
        eq(credentials.clientId, sql.placeholder("clientId")),
      ),
    ),
  };
}
