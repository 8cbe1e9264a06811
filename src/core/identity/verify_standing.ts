import type { ChainFault } from "../audit/verify_records.ts";
import type { LastEntry, Walked } from "../audit/walk.ts";
import type { OwnerBatch } from "../db/owned_rows.ts";
import type { Token } from "./standing_store.ts";
import { standingStore } from "./standing_store.ts";

/**
 * Compares an account's rows with its chain: the owners of its addresses and domains, its
 * credentials and which have ended, and whether it is closed.
 */
export async function verifyStanding(
  batch: OwnerBatch,
  accountId: string,
  { standing, end }: Walked,
): Promise<readonly ChainFault[]> {
  const tables = standingStore(batch.db);
  const [account] = await Array.fromAsync(
    batch.rows(tables.accounts, accountId),
  );
  if (!account) return [{ seq: end.seq, problem: "its account is missing" }];
  const faults: ChainFault[] = [];
  const expect = (name: string, isRight: (said: LastEntry) => boolean) => {
    const said = standing.get(name);
    if (said && isRight(said)) return;
    const problem = said ? "differs from its record" : "has no record";
    faults.push({ seq: said?.seq ?? 0, problem: `${name} ${problem}` });
  };
  const closed = standing.get("account");
  if (closed?.type === "account.disabled" && account.disabledAt === null) {
    faults.push({ seq: closed.seq, problem: "the account was closed" });
  }
  const there = new Set<string>();
  for await (const { id, localPart } of batch.rows(
    tables.addresses,
    accountId,
  )) {
    there.add(id);
    expect(id, ({ refs }) => refs.address?.split("@")[0] === localPart);
  }
  for await (const { id, domain, status } of batch.rows(
    tables.domains,
    accountId,
  )) {
    const type = HELD[status];
    expect(
      id,
      (said) =>
        said.refs.domain === domain &&
        (type === undefined || said.type === type),
    );
  }
  for await (const row of batch.rows(tables.credentials, accountId)) {
    expect(row.id, (said) => isAccessOf(row, said));
  }
  for (const [name, { type, seq }] of standing) {
    if (type !== "address.claimed" || there.has(name)) continue;
    faults.push({ seq, problem: `${name} is missing` });
  }
  return faults;
}

/** True if an access, or a membership with its role, is as its last record says. */
function isAccessOf(
  { revokedAt, memberId, role }: Token,
  { type, refs }: LastEntry,
): boolean {
  if (type.startsWith("member.")) {
    if (refs.memberId !== memberId || refs.role !== role) return false;
  } else if (memberId !== null) return false;
  const isEnded = type === "credential.revoked" || type === "member.removed";
  return !isEnded || revokedAt !== null;
}

/** The events that made an account the holder of a domain; other claims hold nothing. */
const HELD: Readonly<Record<string, string>> = {
  verified: "domain.verified",
  "dns-missing": "domain.lost",
};
