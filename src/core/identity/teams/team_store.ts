import { and, eq, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { keptReads } from "../../db/kept/kept_reads.ts";
import { perDatabase } from "../../db/per_database.ts";
import { statementOf } from "../../db/statement.ts";
import {
  accounts,
  addresses,
  credentials,
} from "../../db/tables/account_schema.ts";
import { addressDomains, IS_HELD } from "../../db/tables/domain_schema.ts";
import { refusedBatches } from "../../db/tables/spending_schema.ts";
import type { Credential } from "../credentials_store.ts";

/** A membership that has not been ended, with the names of both sides. */
export interface Membership extends Credential {
  readonly memberName: string;
  readonly memberAddress: string | null;
  readonly teamName: string;
  readonly teamAddress: string | null;
}

/** The parts of a membership that a call relies on until it commits. */
export interface Guarded {
  readonly id: string;
  readonly role: string;
  readonly perPayment: number | null;
  readonly perDay: number | null;
}

/** Reads memberships. They are written as the credentials that they are. */
export const teamStore = perDatabase(makeTeamStore);

function makeTeamStore(db: Database) {
  const { orm } = db;
  const kept = keptReads<readonly Membership[]>(db, [
    credentials,
    accounts,
    addresses,
  ]);
  const [people, reached] = [alias(accounts, "people"), alias(addresses, "at")];
  const isOpen = and(
    isNull(credentials.revokedAt),
    isNull(accounts.disabledAt),
    isNull(people.disabledAt),
  );
  const places = (which: ReturnType<typeof eq>) =>
    orm
      .select({
        credential: credentials,
        memberName: people.displayName,
        memberAddress: reached.localPart,
        teamName: accounts.displayName,
        teamAddress: addresses.localPart,
      })
      .from(credentials)
      .innerJoin(accounts, eq(accounts.id, credentials.accountId))
      .innerJoin(people, eq(people.id, credentials.memberId))
      .leftJoin(addresses, eq(addresses.accountId, credentials.accountId))
      .leftJoin(reached, eq(reached.accountId, credentials.memberId))
      .where(and(which, isOpen))
      .limit(LIMITS.teamMembersMax)
      .prepare();
  const ofMember = places(
    eq(credentials.memberId, sql.placeholder("memberId")),
  );
  const ofTeam = places(
    and(
      eq(credentials.accountId, sql.placeholder("teamId")),
      sql`${credentials.memberId} is not null`,
    ) ?? sql`false`,
  );
  const { madeBy, holds, endAll, guard } = endings(orm);
  const flat = (rows: Awaited<ReturnType<typeof ofMember.all>>) =>
    rows
      .map(({ credential, ...names }) => ({ ...credential, ...names }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return {
    /** The places that a person has in teams. */
    ofMember: (memberId: string): Promise<readonly Membership[]> =>
      kept(memberId, async () => flat(await ofMember.all({ memberId }))),
    /** The members of a team, or those who decide for a person. */
    ofTeam: (teamId: string): Promise<readonly Membership[]> =>
      kept(`of ${teamId}`, async () => flat(await ofTeam.all({ teamId }))),
    /** The credentials that a member made for the team, not yet revoked. */
    madeBy: (
      teamId: string,
      memberId: string,
    ): Promise<readonly Credential[]> => madeBy.all({ teamId, memberId }),
    /** Ends all places of a person, and all that they made for teams. */
    endAll: (memberId: string, now: number) =>
      statementOf(endAll, { memberId, now }),
    /** True if a team holds a domain. */
    holds: async (teamId: string, domain: string) =>
      (await holds.get({ teamId, domain })) !== undefined,
    /** Writes nothing, or makes the database refuse the batch once a membership has ended or its role or limits changed. */
    guard: (place: Guarded, now: number) =>
      statementOf(guard, { ...place, now }),
  };
}

/** The end of a membership, and of the credentials that its person made. */
function endings(orm: Database["orm"]) {
  const madeBy = orm
    .select()
    .from(credentials)
    .where(
      and(
        eq(credentials.accountId, sql.placeholder("teamId")),
        eq(credentials.madeBy, sql.placeholder("memberId")),
        isNull(credentials.memberId),
        isNull(credentials.revokedAt),
      ),
    )
    .limit(LIMITS.credentialsPerAccountMax)
    .prepare();
  const holds = orm
    .select({ domain: addressDomains.domain })
    .from(addressDomains)
    .where(
      and(
        eq(addressDomains.accountId, sql.placeholder("teamId")),
        eq(addressDomains.domain, sql.placeholder("domain")),
        IS_HELD,
      ),
    )
    .limit(1)
    .prepare();
  const guard = orm
    .insert(refusedBatches)
    .select(
      sql`select id from credentials where id = ${sql.placeholder("id")} and (revoked_at is not null or role <> ${sql.placeholder("role")} or expires_at <= ${sql.placeholder("now")} or per_payment is not ${sql.placeholder("perPayment")} or per_day is not ${sql.placeholder("perDay")})`,
    )
    .prepare();
  const endAll = orm
    .update(credentials)
    .set({ revokedAt: sql`${sql.placeholder("now")}` })
    .where(
      and(
        or(
          eq(credentials.memberId, sql.placeholder("memberId")),
          eq(credentials.madeBy, sql.placeholder("memberId")),
        ),
        isNull(credentials.revokedAt),
      ),
    )
    .prepare();
  return { madeBy, holds, endAll, guard };
}
