import { expect, test } from "bun:test";
import type { InStatement } from "@libsql/client";
import { VIEWS } from "../../../src/core/conversations/model/schemas.ts";
import { LimitedClient } from "../../../src/core/db/limited_client.ts";
import { countConversations } from "../../../src/core/operations/count_conversations.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { listTasks } from "../../../src/core/operations/list_tasks.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import type { Stage } from "../core_harness.ts";
import { startStage } from "../core_harness.ts";

/** A whole table, or a whole view put in order; not the parts of one JSON value. */
const WHOLE = /^SCAN (?!.* VIRTUAL TABLE)|TEMP B-TREE FOR ORDER BY/m;

function clientOf(orm: object): LimitedClient {
  if ("$client" in orm && orm.$client instanceof LimitedClient) {
    return orm.$client;
  }
  throw new TypeError("Expected the client of an embedded file");
}

/** The plan of every read that some work makes, one text a statement. */
async function plansOf(
  core: Stage,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { orm, longOrm } = core.services.db;
  const client = clientOf(orm);
  const read: InStatement[] = [];
  const undo = [client, clientOf(longOrm)].map((it) => {
    const execute = it.execute;
    it.execute = (statement: InStatement) => {
      read.push(statement);
      return execute.call(it, statement);
    };
    return () => {
      it.execute = execute;
    };
  });
  try {
    await work();
  } finally {
    for (const put of undo) put();
  }
  expect(read).not.toEqual([]);
  return await Promise.all(
    read.map(async (statement) => {
      const { sql, args } =
        typeof statement === "string"
          ? { sql: statement, args: [] }
          : statement;
      const { rows } = await client.execute({
        sql: `explain query plan ${sql}`,
        ...(args && { args }),
      });
      return rows.map((row) => String(row[3])).join("\n");
    }),
  );
}

test("no view looks through what is open for an account once for each of its rows", async () => {
  await using core = await startStage();
  const plans = await plansOf(core, async () => {
    await core.bob.run(countConversations, {});
    for (const view of VIEWS) {
      await core.bob.run(listConversations, { view });
      await core.bob.run(listTasks, { view });
    }
  });
  // A list is made once; what is correlated is looked up anew for each row.
  const open = plans.filter((plan) => plan.includes("checkpoints_open"));
  expect(open).toHaveLength(4);
  for (const plan of open) {
    const [before = ""] = plan.split(/^.*checkpoints_open/m);
    const last = before.trimEnd().split("\n").at(-1);
    expect(last).toMatch(/^LIST SUBQUERY \d+$/);
  }
  for (const plan of plans) {
    expect(plan).not.toMatch(WHOLE);
  }
});

test("the ledger is held against its payments by their keys", async () => {
  await using core = await startStage();
  const plans = await plansOf(core, () => core.run(verifyLedger, {}));
  const [faults = ""] = plans.filter((plan) => plan.includes("payments"));
  // Every row is looked at once, and nothing whole is looked through for one of them.
  expect(faults).toContain("SCAN a");
  expect(faults).not.toMatch(/CORRELATED SCALAR SUBQUERY \d+\nSCAN/);
});
