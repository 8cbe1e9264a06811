import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { keptReads } from "../db/kept/kept_reads.ts";
import { perDatabase } from "../db/per_database.ts";
import { statementOf } from "../db/statement.ts";
import { addresses, credentials } from "../db/tables/account_schema.ts";
import { addressDomains, IS_HELD } from "../db/tables/domain_schema.ts";
import { refusedBatches } from "../db/tables/spending_schema.ts";

/** A payment by an agent: the payee and contact type that its access may restrict. */
export interface PaymentTo {
  readonly credentialId: string;
  /** The payee's account; null if there is none. */
  readonly payeeId: string | null;
  /** The address that the sender wrote. */
  readonly address: string;
  readonly contactType: string;
  /** The service's own domain. */
  readonly ownDomain: string;
}

/** The payees and contact types that an access allows. */
export interface NamedByAccess {
  readonly payees: readonly string[] | null;
  readonly contactTypes: readonly string[] | null;
  readonly isPayeeNamed: boolean;
  readonly isTypeNamed: boolean;
}

/** Compares payments with what an access allows, both as they are now. */
export const payLimitsStore = perDatabase(makePayLimitsStore);

/** The two parts of an address that an access allows. */
const LOCAL_PART = sql`substr(named.value, 1, instr(named.value, '@') - 1)`;
const DOMAIN = sql`substr(named.value, instr(named.value, '@') + 1)`;

/** Finds the account of an address as `resolveAddress` does. */
const IS_PAYEES = sql`exists (
  select 1 from addresses
  where addresses.account_id = ${sql.placeholder("payeeId")}
    and addresses.local_part = ${LOCAL_PART}
    and (${DOMAIN} = ${sql.placeholder("ownDomain")} or exists (
      select 1 from address_domains
      where address_domains.account_id = addresses.account_id
        and address_domains.domain = ${DOMAIN} and ${IS_HELD})))`;

const IS_PAYEE_NAMED = sql<number>`(credentials.payees is null or exists (
  select 1 from json_each(credentials.payees) as named
  where iif(${sql.placeholder("payeeId")} is null,
    named.value = ${sql.placeholder("address")}, ${IS_PAYEES})))`;

const IS_TYPE_NAMED = sql<number>`(credentials.contact_types is null or exists (
  select 1 from json_each(credentials.contact_types) as named
  where named.value = ${sql.placeholder("contactType")}))`;

function makePayLimitsStore(db: Database) {
  const { orm } = db;
  const kept = keptReads<NamedByAccess | undefined>(db, [
    credentials,
    addresses,
    addressDomains,
  ]);
  const find = orm
    .select({
      payees: credentials.payees,
      contactTypes: credentials.contactTypes,
      isPayeeNamed: IS_PAYEE_NAMED,
      isTypeNamed: IS_TYPE_NAMED,
    })
    .from(credentials)
    .where(eq(credentials.id, sql.placeholder("credentialId")))
    .limit(1)
    .prepare();
  const guard = orm
    .insert(refusedBatches)
    .select(
      sql`select credentials.id from credentials where credentials.id = ${sql.placeholder("credentialId")} and not (${IS_PAYEE_NAMED} and ${IS_TYPE_NAMED})`,
    )
    .prepare();
  return {
    /** Undefined if the credential does not exist. */
    find(to: PaymentTo) {
      const { credentialId, payeeId, address, contactType, ownDomain } = to;
      const key = [credentialId, payeeId, contactType, ownDomain, address];
      return kept(key.join(" "), async () => {
        const found = await find.get({ ...to });
        return (
          found && {
            ...found,
            isPayeeNamed: found.isPayeeNamed === 1,
            isTypeNamed: found.isTypeNamed === 1,
          }
        );
      });
    },
    /** Writes nothing, or makes the database refuse the batch. */
    guard: (to: PaymentTo) => statementOf(guard, { ...to }),
  };
}
