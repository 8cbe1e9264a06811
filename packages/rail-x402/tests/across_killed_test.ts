import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Database } from "../../../src/core/db/database.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { sample } from "../../../tests/proof.ts";
import type { Across } from "./across.ts";
import { startAcross } from "./across.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { Killed } from "./dying.ts";

setDefaultTimeout(300_000);

/** The commit that is the last of its process, before it or after it; none at 0. */
const mortal = { left: 0, isBefore: false };

const around = (db: Database): Database => ({
  ...db,
  async commit(statements) {
    if (mortal.left > 0) mortal.left -= 1;
    else return await db.commit(statements);
    if (mortal.left > 0) return await db.commit(statements);
    if (!mortal.isBefore) await db.commit(statements);
    throw new Killed();
  },
});

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** Longer than a delivery or a look is one process's alone, and than its second attempt waits. */
const AGAIN_MS = 360_000;
const ROUNDS_MAX = 12;

/** Works until it is so. A process that died starts again. */
async function until({ a, b, look }: Across, isSo: () => Promise<boolean>) {
  for (let round = 0; round < ROUNDS_MAX && !(await isSo()); round++) {
    const left = mortal.left;
    for (const it of [a, b]) await it.work().catch(() => {});
    for (const it of [b, a]) await look(it).catch(() => {});
    await anvil.finalise();
    const hasDied = left > 0 && mortal.left === 0;
    for (const { service } of hasDied ? [a, b] : []) {
      service.clock.advance(AGAIN_MS);
    }
  }
  expect(await isSo()).toBe(true);
}

/** Does what a person asks for: only the loops die. */
async function alive<T>(act: () => Promise<T>): Promise<T> {
  const { left } = mortal;
  mortal.left = 0;
  return await act().finally(() => {
    mortal.left = left;
  });
}

/** A paid question from Alice to Bob, until it is released. */
async function story(stage: Across) {
  const { b, bob } = stage;
  const id = await alive(() => stage.ask());
  const read = async () => (await stage.seen(id)).conversation;
  await until(
    stage,
    async () => (await read()).payment.requirements !== undefined,
  );
  await alive(() => stage.pay(id));
  await until(stage, async () => (await read()).payment.status === "held");
  const there = (await read()).participants[1].remote.taskId;
  const path = `/v1/conversations/${there}`;
  await until(stage, () =>
    b.get(bob, path).then(
      () => true,
      () => false,
    ),
  );
  await alive(async () => {
    await b.post(bob, `${path}/messages`, { text: "Yes." });
    await b.post(bob, `${path}/receipt`, { confirm: true });
  });
  await until(stage, async () => (await read()).state === "completed");
  return id;
}

const COMMITS = 40;
const EACH = Array.from({ length: COMMITS }, (_, index) => index + 1);

test("two services, one of which dies at any commit, move a price once", async () => {
  for (const at of sample([13], EACH)) {
    await using stage = await startAcross(anvil, 52_000 + at * 10, {
      aroundDatabase: around,
    });
    for (const isBefore of [true, false]) {
      Object.assign(mortal, { left: at, isBefore });
      const id = await story(stage);
      expect([at, mortal.left]).toEqual([at, 0]);
      const { messages, conversation } = await stage.seen(id);
      expect(conversation.payment.status).toBe("released");
      expect(messages).toHaveLength(2);
    }
    expect(await anvil.tokens(stage.payer.address)).toBe(30_000_000);
    expect(await anvil.tokens(stage.payee.address)).toBe(10_000_000);
    for (const { service } of [stage.a, stage.b]) {
      const holds = sql`select count(*) from chain_intents where act = 'hold'`;
      expect(await service.services.db.orm.values(holds)).toEqual([[2]]);
      const { ok, faults } = await service.operate(verifyAudit, {});
      expect([ok, faults]).toEqual([true, []]);
    }
  }
});
