import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readConfig } from "../src/config.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import { sweepDue } from "../src/core/loops/sweeper.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { getHealth } from "../src/core/operations/get_health.ts";
import { verifyAudit } from "../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../src/core/operations/verify_ledger.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/open_services.ts";
import { openServices } from "../src/open_services.ts";
import { DAY, send, view } from "./core/core_harness.ts";
import type { ChildOrder, People, Said } from "./crash_child.ts";
import {
  IN_FLIGHT,
  make,
  peopleOf,
  RAISED,
  REFUNDED,
  settingsOf,
} from "./crash_child.ts";
import { createRandom } from "./invariants/random.ts";
import { IS_PROOF } from "./proof.ts";

// The last rounds of the proof verify what all of them have left.
setDefaultTimeout(IS_PROOF ? 240_000 : 60_000);

const SEED = 20_260_115;
const ROUNDS = IS_PROOF ? 12 : 3;
const OVERDUE = 100;
const HOLD_MS = LIMITS.holdDaysDefault * DAY;
const CHILD = join(import.meta.dir, "crash_child.ts");

let directory = "";
let people: Pick<ChildOrder, "alice" | "bob">;
const random = createRandom(SEED);

const databaseUrl = () => `file:${directory}/inbox.db`;

function reopen(clock: () => number = Date.now): Promise<OpenServices> {
  return openServices(readConfig(settingsOf(databaseUrl())), { clock });
}

/** Holds that are over when the child begins, so that it is killed while it ends them. */
async function leaveOverdue(run: string): Promise<void> {
  const services = await reopen(() => Date.now() - 2 * HOLD_MS);
  const { alice, bob } = peopleOf(services, people);
  const sent = Array.from({ length: OVERDUE }, (_, index) =>
    send(alice, {
      to: bob.address,
      title: `${run}-overdue-${index}`,
      price: "0.01",
    }),
  );
  await Promise.all(sent);
  await services.close();
}

/** Whatever was over has ended, once it was swept again. */
async function checkSwept(services: OpenServices): Promise<void> {
  await sweepDue(services);
  const left = await services.db.orm.values(sql`
    select id from payments where status = 'held' and capture_before <= ${Date.now()}`);
  expect(left).toEqual([]);
}

function operator(services: OpenServices) {
  const caller = {
    principal: OPERATOR,
    via: "cli",
    requestId: "test",
  } as const;
  return {
    add: async (localPart: string) => {
      const { output } = await callOperation(services, addAccount, caller, {
        name: localPart,
        localPart,
        credit: "1000000",
      });
      return {
        accountId: output.account.id,
        address: output.address?.address ?? "",
        credentialId: output.credential.id,
      };
    },
    verify: async () =>
      (await callOperation(services, verifyAudit, caller, {})).output,
    books: async () =>
      (await callOperation(services, verifyLedger, caller, {})).output,
    health: async () =>
      (await callOperation(services, getHealth, caller, {})).output,
  };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "inbox-crash-"));
  const services = await reopen();
  const { add } = operator(services);
  people = { alice: await add("alice"), bob: await add("bob") };
  await services.close();
});

afterAll(() => rm(directory, { recursive: true }));

/** Runs a child until it has answered so often, kills it, gives all it said. */
async function loadAndKill(run: string, answers: number): Promise<Said[]> {
  const order: ChildOrder = { databaseUrl: databaseUrl(), run, ...people };
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(order)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const said: Said[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  let answered = 0;
  for await (const chunk of child.stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const one: Said = JSON.parse(line);
      said.push(one);
      if (one.what === "answered") answered += 1;
    }
    if (answered >= answers) child.kill("SIGKILL");
  }
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  return said;
}

/** Everything that was answered is there, in the state it was answered with. */
async function checkAnswered(actors: People, said: readonly Said[]) {
  const ends = { receipt: "completed", cancel: "canceled" } as const;
  for (const { request, conversationId = "", messageId } of said) {
    const seen = await view(actors.alice, conversationId);
    if (request.kind === "create" || request.kind === "ask") {
      expect(seen.title).toBe(request.title);
    } else if (request.kind === "reply") {
      const ids = seen.messages.map((it) => it.messageId);
      expect(ids).toContain(messageId ?? "");
    } else if (request.kind === "refund") {
      expect(seen.payment.refunded?.amount).toBe(REFUNDED);
    } else if (request.kind === "fund") {
      expect(seen.payment.price.amount).toBe(RAISED);
    } else if (request.kind === "raise") {
      const { price, requirements } = seen.payment;
      expect((requirements ?? { price }).price.amount).toBe(RAISED);
    } else {
      expect(seen.state).toBe(ends[request.kind]);
    }
  }
}

/** No payment says anything else than its escrow, nor than its conversation. */
async function checkMoney(services: OpenServices) {
  const { orm } = services.db;
  const wrong = await orm.values(sql`
    select y.id, y.status, a.balance, c.state from payments y
    join conversations c on c.id = y.conversation_id
    left join ledger_accounts a on a.id = 'escrow:' || y.id
    where coalesce(a.balance, 0) <> iif(y.status = 'held', y.price, 0)
      or (y.status = 'held') <> (c.state in ('submitted', 'working', 'auth-required'))
      or (y.status = 'released') <> (c.state = 'completed')
      or (y.status = 'voided') <> (c.state = 'canceled')`);
  expect(wrong).toEqual([]);
  const { verify, health, books } = operator(services);
  expect((await books()).faults).toEqual([]);
  expect(await health()).toMatchObject({
    ok: true,
    ledger: { sum: 0, drifted: 0 },
  });
  expect((await verify()).faults).toEqual([]);
}

/** Whatever was asked has its one answer, and is done. */
async function checkAgents(services: OpenServices) {
  await services.agents.idle();
  const wrong = await services.db.orm.values(sql`
    select c.id, c.state, count(m.id) from conversations c
    join participants p on p.conversation_id = c.id and p.kind = 'service'
    left join messages m on m.conversation_id = c.id and m.author = p.position
    group by c.id having c.state <> 'completed' or count(m.id) <> 1`);
  expect(wrong).toEqual([]);
}

/** Asking again for what was under way has one effect, done before or now. */
async function checkRetried(
  services: OpenServices,
  actors: People,
  asked: readonly Said[],
) {
  for (const { key, request } of asked) {
    const first = await make(actors, key, request);
    const again = await make(actors, key, request);
    expect(again.conversationId).toBe(first.conversationId);
    expect(again.messageId).toBe(first.messageId);
  }
  const { orm } = services.db;
  const doubled = await orm.values(sql`
    select title from conversations group by title having count(*) > 1
    union all
    select parts from messages where mode <> 'initial' and author_kind <> 'service'
      group by parts having count(*) > 1
    union all
    select payment_id from ledger_transfers where payment_id is not null
      group by payment_id, kind having count(*) > iif(kind = 'hold', 2, 1)`);
  expect(doubled).toEqual([]);
}

/** Requests that a kill has met under way, over all rounds. */
let caught = 0;

for (let round = 1; round <= ROUNDS; round++) {
  const answers = 20 + random.int(700);
  test(`kill -9 after ${answers} answers loses none of them and doubles nothing (seed ${SEED}, round ${round})`, async () => {
    await leaveOverdue(`run${round}`);
    const said = await loadAndKill(`run${round}`, answers);
    const answered = said.filter(({ what }) => what === "answered");
    const done = new Set(answered.map(({ key }) => key));
    const underWay = said.filter(
      ({ what, key }) => what === "asked" && !done.has(key),
    );
    expect(answered.length).toBeGreaterThanOrEqual(answers);
    caught += underWay.length;
    expect(underWay.length).toBeLessThanOrEqual(IN_FLIGHT);
    const services = await reopen();
    try {
      const actors = peopleOf(services, people);
      await checkMoney(services);
      await checkAnswered(actors, answered);
      await checkSwept(services);
      await checkRetried(services, actors, underWay);
      await checkMoney(services);
      await checkAnswered(actors, answered);
      await checkAgents(services);
    } finally {
      await services.close();
    }
  });
}

// One round alone may meet none: what is committed together is answered together.
test("the kills met requests under way", () => {
  expect(caught).toBeGreaterThan(0);
});
