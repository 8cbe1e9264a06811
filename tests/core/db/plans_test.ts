import { expect, test } from "bun:test";
import type { InStatement } from "@libsql/client";
import { SYSTEM } from "../../../src/core/access/principal.ts";
import { VIEWS } from "../../../src/core/conversations/model/schemas.ts";
import { LimitedClient } from "../../../src/core/db/limited_client.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { signHeads, sweepDue } from "../../../src/core/loops/sweeper.ts";
import { countConversations } from "../../../src/core/operations/count_conversations.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { findPayments } from "../../../src/core/operations/find_payments.ts";
import { getBalance } from "../../../src/core/operations/get_balance.ts";
import { getDigest } from "../../../src/core/operations/get_digest.ts";
import { getFigures } from "../../../src/core/operations/get_figures.ts";
import { getHealth } from "../../../src/core/operations/get_health.ts";
import { getReadiness } from "../../../src/core/operations/get_readiness.ts";
import { listAccounts } from "../../../src/core/operations/list_accounts.ts";
import { listContacts } from "../../../src/core/operations/list_contacts.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { listCredentials } from "../../../src/core/operations/list_credentials.ts";
import { listDomains } from "../../../src/core/operations/list_domains.ts";
import { listMail } from "../../../src/core/operations/list_mail.ts";
import { listPayments } from "../../../src/core/operations/list_payments.ts";
import { listTasks } from "../../../src/core/operations/list_tasks.ts";
import { totalPayments } from "../../../src/core/operations/total_payments.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { nextAct } from "../../invariants/acts.ts";
import { createWorld } from "../../invariants/world.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

const CLOCK = { principal: SYSTEM, via: "system", requestId: "t" } as const;

/** A whole table, or a whole view put in order; not the parts of one JSON value. */
const WHOLE =
  /^SCAN (?!.* VIRTUAL TABLE|CONSTANT ROW)|TEMP B-TREE FOR ORDER BY/m;

/** Leaves out scans of a part of the same statement: its own lines say how it is found. */
function withoutParts(lines: readonly string[]): readonly string[] {
  const parts = lines.flatMap((line) => {
    const [, name] = /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(line) ?? [];
    return name === undefined ? [] : [`SCAN ${name}`];
  });
  return lines.filter((line) => !parts.includes(line));
}

function clientOf(orm: object): LimitedClient {
  if ("$client" in orm && orm.$client instanceof LimitedClient) {
    return orm.$client;
  }
  throw new TypeError("Expected the client of an embedded file");
}

/** The plan of every read that some work makes, one text a statement. */
async function plansOf(
  core: TestCore,
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
  const once = new Map(
    read.map((it) => [typeof it === "string" ? it : it.sql, it]),
  );
  return await Promise.all(
    [...once.values()].map(async (statement) => {
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
      const lines = rows.map((row) => String(row[3]));
      return [...withoutParts(lines), `of ${sql}`].join("\n");
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
    const conversationId = await send(core.alice, { to: core.bob.address });
    const addLabels = ["x"];
    await core.bob.run(updateConversation, { conversationId, addLabels });
    await core.bob.run(listConversations, { label: "x" });
    await core.bob.run(listConversations, { label: "x", view: "inbox" });
    await core.bob.run(listConversations, { label: "x", q: "words" });
  });
  const labelled =
    "SEARCH label_rows USING COVERING INDEX sqlite_autoindex_label_rows_1 (label_id=? AND (updated_at,conversation_id)<(?,?))";
  expect(plans.some((plan) => plan.startsWith(labelled))).toBe(true);
  for (const view of VIEWS) {
    const own = `SEARCH participants USING INDEX participants_${view} (account_id=? AND updated_at<?)`;
    expect(plans.some((plan) => plan.startsWith(own))).toBe(true);
  }
  for (const plan of plans) {
    expect(plan).not.toMatch(WHOLE);
  }
});

const STEPS = 400;
async function readMuch(core: TestCore, who: Actor): Promise<void> {
  const person = who.asPerson();
  await person.run(listConversations, { q: "word1x", snippets: true });
  await person.run(getDigest, {});
  await person.run(listPayments, {});
  await person.run(findPayments, {});
  await person.run(totalPayments, {});
  await person.run(listContacts, {});
  await person.run(listCredentials, {});
  await person.run(listDomains, {});
  await person.run(discoverAgents, {});
  await person.run(getBalance, {});
  await core.run(verifyAudit, {});
  await core.run(verifyLedger, {});
  await core.run(listAccounts, {});
  await core.run(listMail, {});
  await core.run(getHealth, {});
  await core.run(getReadiness, {});
  await callOperation(core.services, getFigures, CLOCK, {});
  await sweepDue(core.services);
  await signHeads(core.services);
}

test("no statement looks through a table or sorts a set without a bound that it names", async () => {
  await using world = await createWorld(7);
  const { core, people, random } = world;
  const plans = await plansOf(core, async () => {
    for (let step = 0; step < STEPS; step++) {
      const act = nextAct(world);
      try {
        await act.run(world, random.pick(people), world.anyConversation());
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
      await core.services.agents.idle();
    }
    await readMuch(core, people[0]);
  });
  expect(plans.length).toBeGreaterThan(50);
  // The test's own queries, in plain words, are left out: nobody waits for them.
  const own = plans.filter((plan) => plan.includes('"'));
  expect(own.filter((plan) => WHOLE.test(plan))).toEqual([]);
});

test("the ledger is held against its payments by their keys", async () => {
  await using core = await startStage();
  const plans = await plansOf(core, () => core.run(verifyLedger, {}));
  const [faults = ""] = plans.filter((plan) => plan.includes("payments"));
  // Every row is looked at once, and nothing whole is looked through for one of them.
  expect(faults).toContain("SCAN a");
  expect(faults).not.toMatch(/CORRELATED SCALAR SUBQUERY \d+\nSCAN/);
});
