import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { oneFile } from "../scripts/one_file.ts";
import { readConfig } from "../src/config/config.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import type { Database } from "../src/core/db/database.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { getHealth } from "../src/core/operations/get_health.ts";
import { openDispute } from "../src/core/operations/open_dispute.ts";
import { proposeTerms } from "../src/core/operations/propose_terms.ts";
import { putOffer } from "../src/core/operations/put_offer.ts";
import { raisePrice } from "../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../src/core/operations/send_message.ts";
import { signReceipt } from "../src/core/operations/sign_receipt.ts";
import { verifyAudit } from "../src/core/operations/verify_audit.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { openServices } from "../src/process/open_services.ts";
import { DAY, START, send } from "./core/core_harness.ts";
import type { ChildOrder } from "./crash_child.ts";
import { peopleOf, settingsOf } from "./crash_child.ts";
import { emptyDirectory } from "./directory.ts";
import type { ActName, FaultOrder, Target } from "./fault_child.ts";
import { ACTS, OFFER_ID, perform } from "./fault_child.ts";
import { inProof, sample } from "./proof.ts";

const CHILD = await oneFile("tests/fault_child.ts");
const CREDIT = 1_000_000_000_000;
/** The state of a payment after an act, and when it is done. */
const AFTER: Readonly<
  Record<ActName, { readonly status: string; readonly now: number }>
> = {
  hold: { status: "held", now: START },
  release: { status: "released", now: START },
  cancel: { status: "voided", now: START },
  decline: { status: "voided", now: START },
  expire: { status: "voided", now: START + LIMITS.holdDaysDefault * DAY },
  extend: { status: "held", now: START + LIMITS.holdDaysDefault * DAY },
  refund: { status: "refunded", now: START },
  raise: { status: "held", now: START },
  approve: { status: "held", now: START },
  agree: { status: "held", now: START },
  order: { status: "held", now: START },
  later: { status: "held", now: START },
  late: { status: "voided", now: START + DAY },
  split: { status: "released", now: START },
};
/** Acts of a payee who has earned it. */
const ANSWERED: readonly ActName[] = [
  "release",
  "extend",
  "refund",
  "raise",
  "approve",
  "split",
];

/** Acts on accepted work that is due. */
const DATED: readonly ActName[] = ["later", "late"];

let directory = "";
let accounts: Pick<ChildOrder, "alice" | "bob">;
const path = () => `${directory}/inbox.db`;
const databaseUrl = () => `file:${path()}`;

/** Opens what the last process left, with its commits counted by `count`. */
function reopen(
  now: number,
  count: (statements: number) => void = () => {},
): Promise<OpenServices> {
  return openServices(readConfig(settingsOf(databaseUrl())), {
    clock: () => now,
    aroundDatabase: (db: Database) => ({
      ...db,
      async commit(statements) {
        await db.commit(statements);
        count(statements.length);
      },
    }),
  });
}

const CLI = { principal: OPERATOR, via: "cli", requestId: "test" } as const;

async function add(services: OpenServices, localPart: string) {
  const { output } = await callOperation(services, addAccount, CLI, {
    name: localPart,
    localPart,
    credit: "1000000",
  });
  return {
    accountId: output.account.id,
    address: output.address?.address ?? "",
    credentialId: output.credential.id,
  };
}

beforeAll(async () => {
  directory = await emptyDirectory("inbox-fault-");
  const services = await reopen(START);
  accounts = {
    alice: await add(services, "alice"),
    bob: await add(services, "bob"),
  };
  await services.close();
});

afterAll(() => rm(directory, { recursive: true }));

/** Prepares a new target for an act. */
async function prepare(
  services: OpenServices,
  act: ActName,
  name: string,
): Promise<Target> {
  if (act === "hold") return { act, name };
  const { alice, bob } = peopleOf(services, accounts);
  if (act === "order") {
    const offer = { title: "A logo", price: "5", deliverWithin: "P2D" };
    await bob.asPerson().run(putOffer, { offerId: OFFER_ID, ...offer });
    return { act, name };
  }
  const id = await send(alice, {
    to: bob.address,
    title: name,
    price: act === "agree" ? "0" : "5",
    ...(DATED.includes(act) && { deliverWithin: "P1D" }),
    ...(act === "approve" && { cc: `${name}@example.org` }),
  });
  if (ANSWERED.includes(act)) {
    await bob.run(sendMessage, { conversationId: id, text: "done" });
  }
  if (act === "agree") {
    const validUntil = new Date(START + DAY).toISOString();
    const terms = { price: "5", validUntil };
    await bob.run(proposeTerms, { conversationId: id, ...terms });
  }
  if (DATED.includes(act)) {
    const decided = { conversationId: id, decision: "approve" } as const;
    await bob.run(recordHilDecision, decided);
  }
  if (act === "refund") {
    await bob.run(signReceipt, { conversationId: id, confirm: true });
  }
  if (act === "split") {
    const said = { reason: "late", text: "no", return: "2" } as const;
    await alice.run(openDispute, { conversationId: id, ...said });
  }
  if (act === "raise") {
    await bob.run(raisePrice, { conversationId: id, price: "8" });
  }
  if (act === "approve") {
    // Without outward:send it waits for bob.
    const clerk = bob.as({ scopes: ["conversations:write"] });
    const words = { text: "to all", mode: "reply-all" } as const;
    await clerk.run(sendMessage, { conversationId: id, ...words });
  }
  return { act, name: id };
}

/** How many statements the commit of an act has, found by doing it once. */
async function statementsOf(act: ActName): Promise<number> {
  const before = await reopen(START);
  const target = await prepare(before, act, `${act}-spare`);
  await before.close();
  let last = 0;
  const services = await reopen(AFTER[act].now, (count) => {
    last = count;
  });
  await perform(services, peopleOf(services, accounts), target);
  await services.close();
  return last;
}

/** Acts that are killed behind their commit each day: money is held, leaves and comes back. */
const TOLD = sample<readonly ActName[]>(["hold", "release", "refund"], ACTS);

/**
 * Where an act is killed: at each statement, and behind its commit. Each day it is the end of its
 * transaction, which undoes all that came before; for one act the beginning and the middle, too.
 */
function pointsAmong(act: ActName, statements: number): FaultOrder["point"][] {
  const all = Array.from({ length: statements + 1 }, (_, index) => index);
  const more = act === "hold" ? [0, Math.ceil(statements / 2)] : [];
  const last = TOLD.includes(act) ? (["answered"] as const) : [];
  return [...sample([...more, statements], all), ...last];
}

async function runAndDie(order: FaultOrder): Promise<void> {
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(order)], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
}

/** Where the payment of a target stands and till when it is held, and what was said. */
async function standing({ db }: OpenServices, { name }: Target) {
  const [row] = await db.orm.values<
    [string, string, number, number, number, number]
  >(sql`
    select y.status, c.state, y.capture_before, (select count(*) from ledger_transfers t where t.payment_id = y.id),
      (select count(*) from messages m where m.conversation_id = c.id),
      (select count(*) from checkpoints k where k.conversation_id = c.id and k.proposal is not null)
    from payments y join conversations c on c.id = y.conversation_id
    where c.id = ${name} or c.title = ${name}`);
  return row ?? null;
}

/** Money is where the payments say, all of it, and the chains and the books are right. */
async function checkMoney(services: OpenServices): Promise<void> {
  const { orm } = services.db;
  const wrong = await orm.values(sql`
    select y.id, y.status, a.balance, c.state from payments y
    join conversations c on c.id = y.conversation_id
    left join ledger_accounts a on a.id = 'escrow:' || y.id
    where coalesce(a.balance, 0) <> iif(y.status = 'held', y.price, 0)
      or (y.status = 'held') <> (c.state in ('submitted', 'working', 'input-required') or c.state = 'auth-required' and y.asked is not null)
    union all
    select t.payment_id, t.kind, count(*), '' from ledger_transfers t
    join payments y on y.id = t.payment_id
    group by t.payment_id, t.kind having count(*) > iif(t.kind = 'hold', 1 + y.raises, 1)`);
  expect(wrong).toEqual([]);
  const [sums] = await orm.values<[number, number, number]>(sql`
    select (select balance from ledger_accounts where id = ${`wallet:${accounts.alice.accountId}`}),
      (select balance from ledger_accounts where id = ${`wallet:${accounts.bob.accountId}`}),
      (select coalesce(sum(balance), 0) from ledger_accounts where kind = 'escrow')`);
  const sumOf = async (status: string) => {
    const [row] = await orm.values<[number]>(
      sql`select coalesce(sum(iif(status = 'released', released, price)), 0) from payments where status = ${status}`,
    );
    return row?.[0] ?? 0;
  };
  const [held, released] = [await sumOf("held"), await sumOf("released")];
  expect(sums).toEqual([CREDIT - held - released, CREDIT + released, held]);
  const health = await callOperation(services, getHealth, CLI, {});
  expect(health.output).toMatchObject({
    ok: true,
    ledger: { sum: 0, drifted: 0 },
  });
  const audit = await callOperation(services, verifyAudit, CLI, {});
  expect(audit.output.faults).toEqual([]);
}

/** Acts that are killed each day; they show for the others that a commit is whole. */
const DAILY: readonly ActName[] = [...TOLD, "cancel", "approve"];

for (const act of ACTS) {
  const killed = DAILY.includes(act) ? test : inProof;
  killed(
    `${act}: a process killed within its commit neither loses nor makes money`,
    async () => {
      const statements = await statementsOf(act);
      expect(statements).toBeGreaterThan(5);
      const points = pointsAmong(act, statements);
      const { now, status } = AFTER[act];
      const setting = await reopen(START);
      const targets: Target[] = [];
      for (const point of points) {
        targets.push(await prepare(setting, act, `${act}-${point}`));
      }
      const before = await Promise.all(
        targets.map((it) => standing(setting, it)),
      );
      await setting.close();
      for (const [index, point] of points.entries()) {
        const target = targets[index] ?? { act, name: "" };
        const where = { databaseUrl: databaseUrl(), path: path() };
        await runAndDie({ ...where, ...accounts, now, target, point });
      }
      const services = await reopen(now);
      try {
        await checkMoney(services);
        const people = peopleOf(services, accounts);
        for (const [index, target] of targets.entries()) {
          const then = await standing(services, target);
          const isDone = points[index] === "answered";
          if (!isDone) expect(then).toEqual(before[index] ?? null);
          // Nothing is stuck: the same again is done now, or was, and happens once.
          await perform(services, people, target);
          const done = await standing(services, target);
          expect(done?.[0]).toBe(status);
          if (isDone) expect(done).toEqual(then);
          else expect(done).not.toEqual(then);
          await perform(services, people, target);
          expect(await standing(services, target)).toEqual(done);
        }
        await checkMoney(services);
      } finally {
        await services.close();
      }
    },
    300_000,
  );
}
