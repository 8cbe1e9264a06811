import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { accounts, addresses } from "../db/tables/account_schema.ts";
import type { StoredSkill } from "../db/tables/agents_schema.ts";
import { profiles } from "../db/tables/agents_schema.ts";
import { offerSkills } from "./offers/offer_store.ts";

/** One agent in the directory. */
export interface Listing {
  readonly displayName: string;
  readonly localPart: string;
  readonly skills: readonly StoredSkill[];
  /** Its offers to everybody, as JSON. */
  readonly offers: string;
  readonly kind: AccountKind;
  readonly accountId: string;
  readonly showsRecord: boolean;
}

/** Reads the directory; triggers maintain its index (tables/triggers.sql). */
export const directoryStore = perDatabase(makeDirectoryStore);

function makeDirectoryStore({ longOrm: orm }: Database) {
  const limit = sql.placeholder("limit");
  const listed = () =>
    orm
      .select({
        displayName: accounts.displayName,
        localPart: addresses.localPart,
        skills: profiles.skills,
        offers: offerSkills,
        kind: accounts.kind,
        accountId: accounts.id,
        showsRecord: profiles.showsRecord,
      })
      .from(profiles)
      .innerJoin(accounts, eq(accounts.id, profiles.accountId))
      .innerJoin(addresses, eq(addresses.accountId, profiles.accountId))
      .$dynamic();
  const matching = listed()
    .innerJoin(
      sql`agent_directory`,
      sql`agent_directory.rowid = ${profiles.id}`,
    )
    .where(
      and(
        sql`agent_directory match ${sql.placeholder("expression")}`,
        isNull(accounts.disabledAt),
      ),
    )
    // A name counts more than a description: weights by column of the index.
    .orderBy(sql`bm25(agent_directory, 8.0, 6.0, 2.0, 4.0)`, profiles.id)
    .limit(limit)
    .prepare();
  const all = listed()
    .where(
      and(
        eq(profiles.listed, true),
        isNull(accounts.disabledAt),
        bounded("by the deadline of its thread"),
      ),
    )
    .orderBy(
      desc(eq(accounts.kind, "service")),
      desc(profiles.updatedAt),
      profiles.id,
    )
    .limit(limit)
    .prepare();
  return {
    /** Those that match an FTS5 expression, the best first. */
    matching: (expression: string, limit: number) =>
      matching.all({ expression, limit }),
    /** The service's own agents, then the others, last changed first. */
    all: (limit: number) => all.all({ limit }),
  };
}
