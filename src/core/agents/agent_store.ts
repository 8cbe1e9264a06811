import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { accounts, addresses } from "../db/tables/account_schema.ts";
import { profiles } from "../db/tables/agents_schema.ts";
import type { OfferSkill } from "./offers/offer_skills.ts";
import { offerSkills } from "./offers/offer_store.ts";

/** An owner's description of an account, as it is stored. */
export type Profile = Readonly<Omit<typeof profiles.$inferSelect, "id">>;

/** An account as others see it, with its own description. */
export interface Agent extends Profile {
  readonly accountKind: AccountKind;
  readonly displayName: string;
  /** Null until an address is claimed: then there is no card either. */
  readonly localPart: string | null;
  /** Its offers to everybody. */
  readonly offers: readonly OfferSkill[];
}

/** Reads agents and writes their profiles. */
export const agentStore = perDatabase(makeAgentStore);

const NEVER_CHANGED = ["accountId"] as const;
const WORDS = [
  "description",
  "skills",
  "prices",
  "listed",
  "showsRecord",
  "away",
] as const;
const REVISION = ["version", "updatedAt"] as const;

const AGENT = {
  accountId: accounts.id,
  accountKind: accounts.kind,
  displayName: accounts.displayName,
  createdAt: accounts.createdAt,
  localPart: addresses.localPart,
  description: profiles.description,
  skills: profiles.skills,
  prices: profiles.prices,
  listed: profiles.listed,
  showsRecord: profiles.showsRecord,
  away: profiles.away,
  version: profiles.version,
  updatedAt: profiles.updatedAt,
  offers: offerSkills,
};

function makeAgentStore({ orm }: Database) {
  const byAccount = orm
    .select(AGENT)
    .from(accounts)
    .leftJoin(addresses, eq(addresses.accountId, accounts.id))
    .leftJoin(profiles, eq(profiles.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, sql.placeholder("accountId")),
        isNull(accounts.disabledAt),
      ),
    )
    .limit(1)
    .prepare();
  const byLocalPart = orm
    .select(AGENT)
    .from(addresses)
    .innerJoin(accounts, eq(accounts.id, addresses.accountId))
    .leftJoin(profiles, eq(profiles.accountId, addresses.accountId))
    .where(
      and(
        eq(addresses.localPart, sql.placeholder("localPart")),
        isNull(accounts.disabledAt),
      ),
    )
    .limit(1)
    .prepare();
  const insertion = () =>
    orm
      .insert(profiles)
      .values(slots(profiles, ...NEVER_CHANGED, ...WORDS, ...REVISION));
  const target = profiles.accountId;
  const save = insertion()
    .onConflictDoUpdate({ target, set: slots(profiles, ...WORDS, ...REVISION) })
    .prepare();
  const seed = insertion()
    .onConflictDoUpdate({
      target,
      set: {
        ...slots(profiles, ...WORDS, "updatedAt"),
        version: sql`${profiles.version} + 1`,
      },
      setWhere: sql`${profiles.description} <> excluded.description or ${profiles.skills} <> excluded.skills`,
    })
    .prepare();
  const rename = orm
    .update(accounts)
    .set(slots(accounts, "displayName"))
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    byAccount: async (accountId: string) =>
      agentOf(await byAccount.get({ accountId })),
    byLocalPart: async (localPart: string) =>
      agentOf(await byLocalPart.get({ localPart })),
    save: (profile: Profile) => statementOf(save, { ...profile }),
    /** Writes a profile from the code, if it differs. */
    seed: (profile: Profile) => statementOf(seed, { ...profile }),
    rename: (id: string, displayName: string) =>
      statementOf(rename, { id, displayName }),
  };
}

/** A row of accounts, with nulls for a missing profile. */
type Row = Pick<
  Agent,
  "accountId" | "accountKind" | "displayName" | "localPart"
> & { readonly createdAt: number; readonly offers: string } & {
  readonly [name in Exclude<keyof Profile, "accountId">]: Profile[name] | null;
};

function agentOf(row: Row | undefined): Agent | undefined {
  if (!row) return undefined;
  const { createdAt, ...agent } = row;
  return {
    ...agent,
    description: agent.description ?? "",
    skills: agent.skills ?? [],
    offers: JSON.parse(agent.offers),
    prices: agent.prices ?? [],
    listed: agent.listed ?? false,
    showsRecord: agent.showsRecord ?? false,
    version: agent.version ?? 0,
    updatedAt: agent.updatedAt ?? createdAt,
  };
}
