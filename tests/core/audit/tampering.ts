import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Seeded, Tampering } from "./tampered.ts";
import { seed, verifyTampered } from "./tampered.ts";

/** A change of rows of the finished conversation. */
export function change(table: string, set: string, where = "true"): Tampering {
  const id = table === "conversations" ? "id" : "conversation_id";
  return (file, { done }) =>
    file.exec(
      `UPDATE ${table} SET ${set} WHERE ${id} = '${done}' AND (${where})`,
    );
}

/** One statement about the finished conversation, which it names :done. */
export function statement(sql: string): Tampering {
  return (file, { done, bob }) =>
    file.exec(
      sql.replaceAll(":done", `'${done}'`).replaceAll(":bob", `'${bob}'`),
    );
}

export const HASHED =
  "its text, or that of a record before, is not what was hashed";
export const LOGGED = "a record in the log is missing";
export const NOT_RECORDED = "differs from its record";

/** The thing that the fault has to name. */
type About =
  | "done"
  | "bob"
  | "wallet"
  | "mint"
  | "other"
  | "checkpoint"
  | "log"
  | "acc_forged";

/** Changes of the file, the part that the first fault names, and about what. */
export type Tamperings = Readonly<
  Record<string, readonly [Tampering, RegExp | string, About]>
>;

/** Tests that each change is found, and that nothing is found without one. */
export function testTamperings(tamperings: Tamperings): void {
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seed();
  });
  afterAll(() => seeded[Symbol.asyncDispose]());

  test("what nobody touched verifies", async () => {
    const { ok, faults } = await verifyTampered(seeded, () => {});
    expect([ok, faults]).toEqual([true, []]);
  });
  for (const [what, tampering] of Object.entries(tamperings)) {
    test(`it is found, and where: ${what}`, () =>
      expectFound(seeded, tampering));
  }
}

async function expectFound(
  seeded: Seeded,
  [tamper, problem, about]: Tamperings[string],
): Promise<void> {
  const { ok, faults } = await verifyTampered(seeded, tamper);
  expect(ok).toBe(false);
  const { done, bob, other } = seeded;
  const ids: Partial<Record<About, string>> = {
    ...{ done, bob, other, wallet: `wallet:${bob}` },
  };
  const chainId = ids[about] ?? about;
  const isAbout = (it: string) =>
    about === "checkpoint" ? it.startsWith("checkpoint ") : it === chainId;
  const problems = faults
    .filter((it) => isAbout(it.chainId))
    .map((it) => it.problem);
  expect(problems).toContainEqual(
    typeof problem === "string" ? problem : expect.stringMatching(problem),
  );
  // Nothing else is accused.
  const others = faults.filter((it) => !it.chainId.includes(chainId));
  const known = [/wallet:|escrow:|mint/, /^log$/, /^checkpoint/];
  expect(
    others.filter((it) => !known.some((one) => one.test(it.chainId))),
  ).toEqual([]);
}
