import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { accounts, addresses } from "../db/tables/account_schema.ts";
import type { StoredAway, StoredPrice } from "../db/tables/agents_schema.ts";
import { profiles } from "../db/tables/agents_schema.ts";
import { addressDomains, IS_HELD } from "../db/tables/domain_schema.ts";

/** A free address as stored. */
export type AddressRow = Readonly<typeof addresses.$inferSelect>;

/** A free address with its owner. */
export interface OwnedAddress extends AddressRow {
  readonly displayName: string;
  readonly accountKind: AccountKind;
  /** The owner's own prices; null without a profile. */
  readonly prices: readonly StoredPrice[] | null;
  readonly away: StoredAway | null;
  /** When the operator closed the account; null while it is open. */
  readonly disabledAt: number | null;
}

/** An absence that has not ended. Pure. */
export function awayNow(
  { away }: { readonly away: StoredAway | null },
  now: number,
): StoredAway | undefined {
  return away && now < away.until ? away : undefined;
}

/** Reads and reserves free addresses. */
export const addressStore = perDatabase(makeAddressStore);

const COLUMNS = ["id", "localPart", "accountId", "createdAt"] as const;

function makeAddressStore(db: Database) {
  const { orm } = db;
  const kept = keptReads<OwnedAddress | undefined>(db, [
    addresses,
    accounts,
    profiles,
  ]);
  const owned = () =>
    orm
      .select({
        id: addresses.id,
        localPart: addresses.localPart,
        accountId: addresses.accountId,
        createdAt: addresses.createdAt,
        displayName: accounts.displayName,
        accountKind: accounts.kind,
        disabledAt: accounts.disabledAt,
        prices: profiles.prices,
        away: profiles.away,
      })
      .from(addresses)
      .innerJoin(accounts, eq(accounts.id, addresses.accountId))
      .leftJoin(profiles, eq(profiles.accountId, addresses.accountId))
      .limit(1)
      .$dynamic();
  const byLocalPart = owned()
    .where(eq(addresses.localPart, sql.placeholder("localPart")))
    .prepare();
  const ofAccount = owned()
    .where(eq(addresses.accountId, sql.placeholder("accountId")))
    .prepare();
  const byMailbox = owned()
    .innerJoin(
      addressDomains,
      eq(addressDomains.accountId, addresses.accountId),
    )
    .where(
      and(
        eq(addressDomains.domain, sql.placeholder("domain")),
        IS_HELD,
        eq(addresses.localPart, sql.placeholder("localPart")),
      ),
    )
    .prepare();
  const pricesOf = orm
    .select({ prices: profiles.prices })
    .from(profiles)
    .where(eq(profiles.accountId, sql.placeholder("accountId")))
    .limit(1)
    .prepare();
  const insertion = () =>
    orm.insert(addresses).values(slots(addresses, ...COLUMNS));
  const insert = insertion().prepare();
  const seed = insertion().onConflictDoNothing().prepare();
  return {
    byLocalPart: (localPart: string) =>
      kept(`name ${localPart}`, () => byLocalPart.get({ localPart })),
    ofAccount: (accountId: string) =>
      kept(`of ${accountId}`, () => ofAccount.get({ accountId })),
    /** The free address of a mailbox at a held domain. */
    byMailbox: (domain: string, localPart: string) =>
      byMailbox.get({ domain, localPart }),
    /** Of some local-parts, those that are taken. */
    async taken(localParts: readonly string[]) {
      const rows = await orm
        .select({ localPart: addresses.localPart })
        .from(addresses)
        .where(inArray(addresses.localPart, [...localParts]));
      return new Set(rows.map((row) => row.localPart));
    },
    /** Of some local-parts, those with an open account. */
    open: (localParts: readonly string[]) => openAmong(orm, localParts),
    /** Prices of an owner, who need not have an address. */
    pricesOf: async (accountId: string) =>
      (await pricesOf.get({ accountId }))?.prices ?? null,
    insert: (row: AddressRow) => statementOf(insert, { ...row }),
    /** The same; does nothing if it exists already. */
    seed: (row: AddressRow) => statementOf(seed, { ...row }),
  };
}

async function openAmong(
  orm: Database["orm"],
  localParts: readonly string[],
): Promise<readonly string[]> {
  const rows = await orm
    .select({ localPart: addresses.localPart })
    .from(addresses)
    .innerJoin(accounts, eq(accounts.id, addresses.accountId))
    .where(
      and(
        inArray(addresses.localPart, [...localParts]),
        isNull(accounts.disabledAt),
      ),
    );
  return rows.map((row) => row.localPart);
}
