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
      if (sql.includes("/* bounded: ")) return "";
      // A reader of one row reads one row of a plan, too.
      const { rows } = await client.execute({
        sql: `explain query plan ${sql} -- whole`,
        ...(args && { args }),
      });
      return rows.map((row) => String(row[3])).join("\n");
    }),
  );
}

test("each view, each page and each count is a stretch of an index", async () => {
  await using core = await startStage();
  const plans = await plansOf(core, async () => {
    await core.bob.run(countConversations, {});
    for (const view of [...VIEWS, undefined]) {
      const of = view === undefined ? {} : { view };
      await core.bob.run(listConversations, of);
      await core.bob.run(listConversations, { ...of, state: "working" });
      await core.bob.run(listConversations, { ...of, contextId: "ctx_0" });
      await core.bob.run(listTasks, of);
    }
  });
  const ranges = plans.filter((plan) => plan.includes("USING INDEX"));
  for (const view of VIEWS) {
    const own = `SEARCH participants USING INDEX participants_${view} (account_id=? AND (updated_at,conversation_id)<(?,?))`;
    expect(ranges).toContain(own);
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
