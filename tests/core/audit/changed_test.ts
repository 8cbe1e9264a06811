import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { verifyAll } from "../../../src/core/loops/upkeep_tasks.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Opened } from "../fixture.ts";
import { openCore } from "../fixture.ts";

setDefaultTimeout(60_000);

/** More chains than one turn looks at. */
const CHAINS = 3 * LIMITS.verifyChainsAtOnce;

/** A service with many accounts of which everything was verified. */
async function verified() {
  const core = await openCore();
  const ids: string[] = [];
  while (ids.length < CHAINS) {
    ids.push((await core.add(`person${ids.length}`)).accountId);
  }
  expect(await verifyChanged(core)).toMatchObject({ ok: true, chains: CHAINS });
  return { core, ids: ids.toSorted() };
}

const verifyChanged = (core: Opened) =>
  verifyAll((operation, input) => core.run(operation, OPERATOR, input), {
    changed: true,
  });

/** How often the service's own verification rests, with a share of a core; the operator's never does. */
async function rests(core: Opened, verifyShare: number): Promise<number> {
  Object.assign(core.services.settings, { verifyShare });
  const rest = spyOn(Bun, "sleep").mockResolvedValue(undefined);
  try {
    await core.run(verifyAudit, OPERATOR, {});
    expect(rest).not.toHaveBeenCalled();
    await core.run(verifyAudit, OPERATOR, { changed: true });
    return rest.mock.calls.length;
  } finally {
    rest.mockRestore();
  }
}

/** Another address than the account's chain says. */
const forge = (core: Opened, accountId = "") =>
  core.services.db.commit([
    {
      sql: "UPDATE addresses SET local_part = 'forged' WHERE account_id = ?",
      args: [accountId],
    },
  ]);

test("a verification looks at what was written since the last, and at a part of the rest", async () => {
  const { core, ids } = await verified();
  await using _ = core;
  // In order, it would be looked at last.
  const accountId = ids.at(-1) ?? "";
  await forge(core, accountId);
  await core.run(creditAccount, OPERATOR, {
    accountId,
    amount: "1.00",
    key: "k",
  });
  const found = await verifyChanged(core);
  expect(found.problems.join("\n")).toContain(accountId);
  expect(found.chains).toBeLessThanOrEqual(1 + LIMITS.verifyChainsAtOnce);
});

test("a turn goes through all that is old, and what is wrong is looked for again", async () => {
  const { core, ids } = await verified();
  await using _ = core;
  const accountId = ids.at(-1) ?? "";
  await forge(core, accountId);
  const looked: number[] = [];
  let problems: readonly string[] = [];
  while (problems.length === 0 && looked.length < LIMITS.verifyTurns) {
    const found = await verifyChanged(core);
    looked.push(found.chains);
    problems = found.problems;
  }
  expect(problems.join("\n")).toContain(accountId);
  expect(looked).toEqual([1, 1, 1].map(() => LIMITS.verifyChainsAtOnce));
  // Found, it is not left to its next turn.
  expect(await verifyChanged(core)).toMatchObject({
    ok: false,
    chains: CHAINS,
  });
});

test("the service's own verification rests after each piece, as its share of a core says", async () => {
  await using core = await openCore();
  await core.add("alice");
  expect(await rests(core, 100)).toBe(0);
  expect(await rests(core, 1)).toBeGreaterThan(0);
});
