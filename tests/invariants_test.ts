import { expect, test } from "bun:test";
import { ServiceError } from "../src/core/errors.ts";
import { SCOPES } from "../src/core/identity/scopes.ts";
import { getHealth } from "../src/core/operations/get_health.ts";
import { verifyAudit } from "../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../src/core/operations/verify_ledger.ts";
import type { Actor } from "./core/core_harness.ts";
import { nextAct } from "./invariants/acts.ts";
import { Checker, claim } from "./invariants/checks.ts";
import { checkDoors, doorOutcomes } from "./invariants/doors.ts";
import { factsOf } from "./invariants/facts.ts";
import { checkLists, checkProjections } from "./invariants/projections.ts";
import type { World } from "./invariants/world.ts";
import { createWorld } from "./invariants/world.ts";

const STEPS = 2_600;
const FULL_CHECK_EVERY = 650;
const SEEDS = [1, 2, 3, 4] as const;

/** What came of the steps of one run: done or refused with which code. */
type Tally = Map<string, number>;

/** Mostly one of those who are in the conversation, sometimes anybody. */
async function someone(world: World, id: string): Promise<Actor> {
  const { random, people } = world;
  const seats = (await factsOf(world, id))?.seats ?? [];
  const inside = people.filter(({ accountId }) =>
    seats.some((seat) => seat.reached && seat.accountId === accountId),
  );
  const who =
    (random.chance(0.8) && random.maybe(inside)) || random.pick(people);
  const kind = random.int(20);
  if (kind < 5) return who.asPerson();
  return kind < 9 ? narrowed(who) : who;
}

/** An agent that may neither meet anybody, write outward nor pay much by itself. */
function narrowed(who: Actor): Actor {
  const beyond = ["contacts:new", "outward:send"];
  const scopes = SCOPES.filter((scope) => !beyond.includes(scope));
  return who.as({
    scopes,
    perPayment: 2_000_000,
    credentialId: `cred_narrow_${who.accountId}`,
  });
}

/** Tries one random thing; an unexpected exception is nobody's refusal. */
async function step(world: World, checker: Checker, tally: Tally) {
  const act = nextAct(world);
  let id = world.anyConversation();
  const actor = await someone(world, id);
  let outcome = "done";
  try {
    id = (await act.run(world, actor, id)) ?? id;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    claim(error.code !== "internal", `${act.name} is refused as internal`);
    claim(
      error.code !== "unavailable",
      `${act.name} is refused as unavailable`,
    );
    outcome = error.code;
  }
  // What the service's own agents make of it belongs to the step.
  await world.core.services.agents.idle();
  const key = `${act.name} ${outcome}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  const { facts, before, rows } = await checker.step(id);
  if (outcome === "done") await checkDoors(world, act.name, id);
  claim(
    outcome === "done" || rows.length === 0 || PUT_RIGHT.includes(key),
    "a refusal changes nothing",
  );
  await checkProjections(world, {
    id,
    facts,
    rows,
    after: before.end.eventSeq,
  });
  await checker.checkSum();
}

async function checkEverything(world: World): Promise<void> {
  const { core } = world;
  const verified = await core.run(verifyAudit, {});
  claim(verified.ok, `all chains verify: ${JSON.stringify(verified.faults)}`);
  const health = await core.run(getHealth, {});
  claim(health.ok, `the ledger is right: ${JSON.stringify(health.ledger)}`);
  const ledger = await core.run(verifyLedger, {});
  claim(ledger.ok, `the books fit: ${JSON.stringify(ledger.faults)}`);
  await checkLists(world);
  await checkAgents(world);
}

/** The service's own agents answer once, leave nothing lying and are never paid. */
async function checkAgents({ core }: World): Promise<void> {
  const twice = await core.rows(
    "select conversation_id from messages where author_kind = 'service' and mode <> 'initial' group by conversation_id, author having count(*) > 1",
  );
  claim(twice.length === 0, `answered twice: ${twice}`);
  const left = await core.rows(
    "select conversation_id from participants where kind = 'service' and unread = 1 and reached = 1",
  );
  claim(left.length === 0, `left unanswered: ${left}`);
  claim(core.logged.length === 0, `nothing failed: ${core.logged}`);
  const paid = await core.rows(
    "select id from payments where payee_id in (select id from accounts where kind = 'service')",
  );
  claim(paid.length === 0, `an agent is paid: ${paid}`);
}

async function run(seed: number): Promise<Tally> {
  await using world = await createWorld(seed);
  const checker = new Checker(world);
  const tally: Tally = new Map();
  for (let count = 1; count <= STEPS; count++) {
    try {
      await step(world, checker, tally);
      if (count % FULL_CHECK_EVERY === 0) await checkEverything(world);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`seed ${seed}, step ${count}: ${message}`, { cause });
    }
  }
  for (const outcome of await doorOutcomes(world)) tally.set(outcome, 1);
  return tally;
}

/** Refusals of what is out of date, which is put right by the way. */
const PUT_RIGHT: readonly string[] = [
  "decide action_changed",
  "decide condition_already_met",
];

/** What the runs have to have met, or they have proved less than they say. */
const MET = [
  "create done",
  "create invalid_price",
  "create invalid_address",
  "reply done",
  "reply conversation_not_found",
  "reply conversation_closed",
  "reply artifact_not_found",
  "receipt done",
  "receipt condition_not_met",
  "receipt sender_cannot_sign",
  "receipt not_addressed",
  "cancel done",
  "cancel condition_already_met",
  "cancel not_cancelable",
  "decide done",
  "decide already_decided",
  "complete done",
  "complete receipt_required",
  "submit done",
  "submit not_a_draft",
  "delete done",
  "edit done",
  "edit not_a_draft",
  "flag done",
  "attach done",
  "attach conversation_closed",
  "decide not_your_checkpoint",
  "edit precondition_failed",
  "create from_not_verified",
  "create context_not_found",
  "receipt hold_expired",
  "decide checkpoint_expired",
  "welcome done",
  "review done",
  "decide maker_cannot_decide",
  "reply wrong_state",
  "refund done",
  "refund not_payee",
  "refund not_refundable",
  "refund refund_too_large",
  "raise done",
  "raise not_payee",
  "raise no_held_price",
  "raise invalid_price",
  "fund done",
  "fund insufficient_balance",
  "fund price_changed",
  "fund wrong_state",
  "contact done",
  "price done",
  "quote done",
  "quote invalid_price",
  "rejected R-BLOCKED",
  "auth-required below_recipient_price",
];

test("whatever three accounts try in ten thousand steps, nothing leaks, drifts or breaks", async () => {
  const met = new Set<string>();
  for (const seed of SEEDS) {
    for (const outcome of (await run(seed)).keys()) met.add(outcome);
  }
  expect(MET.filter((outcome) => !met.has(outcome))).toEqual([]);
}, 120_000);
