import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readConfig } from "../../../../src/config/config.ts";
import { UntoldCalls } from "../../../../src/core/access/untold_calls.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { ConstraintError } from "../../../../src/core/db/failure.ts";
import { tellCalls } from "../../../../src/core/loops/node_feed.ts";
import { createConversation } from "../../../../src/core/operations/create_conversation.ts";
import { getFreeAddress } from "../../../../src/core/operations/get_free_address.ts";
import { openServices } from "../../../../src/process/open_services.ts";
import type { Actor, TestCore } from "../../core_harness.ts";
import { actorOf, START, startCore } from "../../core_harness.ts";
import { nodeSettings, SQLD, startServer } from "../sqld.ts";

setDefaultTimeout(30_000);

const RATES = {
  RATE_LIMITS: "on",
  READS_PER_MINUTE: "6",
  CREATES_PER_MINUTE: "6",
};

/** Another node on the database of a core, whose clock is that of the start and so much more. */
async function secondNode({ config }: TestCore) {
  let ahead = 0;
  const services = await openServices(
    readConfig({ ...nodeSettings(config.databaseUrl), ...RATES }),
    { clock: () => START + ahead, writeLog: () => {} },
  );
  return {
    services,
    there: (who: Actor) => actorOf(services, who),
    hear: async () => await services.db.follower?.fresh(),
    advance: (ms: number) => {
      ahead += ms;
    },
    [Symbol.asyncDispose]: () => services.close(),
  };
}

const draft = (who: Actor) => who.run(createConversation, { text: "x" });
const read = (who: Actor) => who.run(getFreeAddress, {});

async function feedRows({ rows }: TestCore): Promise<number> {
  const [row] = await rows("select count(*) from node_feed");
  return Number(row?.[0]);
}

describe.skipIf(!existsSync(SQLD))("rates of two nodes", () => {
  test("what is committed tells in the same batch who was let in, so a budget is spent once", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings, ...RATES });
    await using other = await secondNode(core);
    const alice = await core.account("alice");
    const there = other.there(alice);
    for (let i = 0; i < 3; i++) {
      await draft(alice);
      await other.hear();
      await draft(there);
      await core.services.db.follower?.fresh();
    }
    for (const one of [alice, there]) {
      const error = await one.refused(createConversation, { text: "x" });
      expect(error.code).toBe("rate_limited");
      expect(error.extra.rate).toMatchObject({ class: "create", max: 6 });
    }
    await read(there);
  });

  test("reads are told each second in one row, and nothing while there are none", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings, ...RATES });
    await using other = await secondNode(core);
    const alice = await core.account("alice");
    const there = other.there(alice);
    await tellCalls(core.services.db);
    const before = await feedRows(core);
    for (let i = 0; i < 6; i++) await read(alice);
    await read(there);
    await tellCalls(core.services.db);
    await tellCalls(core.services.db);
    expect(await feedRows(core)).toBe(before + 1);
    await other.hear();
    const error = await there.refused(getFreeAddress, {});
    expect(error.code).toBe("rate_limited");
    other.advance(Number(error.extra.retryAfter) * 1000);
    await read(there);
    other.advance(120_000);
    for (let i = 0; i < 6; i++) await read(there);
  });

  test("a batch that fails takes nothing along: the next one tells it", async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings, ...RATES });
    await using other = await secondNode(core);
    const alice = await core.account("alice");
    const there = other.there(alice);
    const lease = "insert into leases values ('one', 'x', 1, 1)";
    const { db } = core.services;
    await read(alice);
    await db.commit([{ sql: lease, args: [] }]);
    for (let i = 0; i < 5; i++) await read(alice);
    const again = db.commit([{ sql: lease, args: [] }]);
    expect(again).rejects.toThrow(ConstraintError);
    await again.catch(() => {});
    await other.hear();
    await read(there);
    await tellCalls(db);
    await other.hear();
    const error = await there.refused(getFreeAddress, {});
    expect(error.code).toBe("rate_limited");
  });
});

test("what there is to tell is told in parts of a bounded size, and once", () => {
  const untold = new UntoldCalls();
  const callers = LIMITS.nodeFeedCallersMax + 5;
  for (let i = 0; i < callers; i++) untold.add("read", `acc_${i}`, 2);
  untold.add("create", "acc_1", 1);
  untold.add("write", "acc_1", 1);
  untold.add("write", "acc_1", -1);
  const first = untold.take();
  expect(Object.keys(first?.read ?? {})).toHaveLength(
    LIMITS.nodeFeedCallersMax,
  );
  expect(untold.isEmpty).toBe(false);
  const second = untold.take();
  expect(Object.keys(second?.read ?? {})).toHaveLength(5);
  expect(second?.create).toEqual({ acc_1: 1 });
  expect(second?.write).toBeUndefined();
  expect(untold.isEmpty).toBe(true);
  expect(untold.take()).toBeUndefined();
});
