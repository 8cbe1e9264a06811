/** Runs random steps against the core; as a program, some seeds of them: see invariants_test.ts. */
import { ServiceError } from "../../src/core/errors/errors.ts";
import { PRESETS, SCOPES } from "../../src/core/identity/scopes.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { getHealth } from "../../src/core/operations/get_health.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import type { Actor } from "../core/core_harness.ts";
import { unfoldRecords } from "../records.ts";
import { offeredBefore } from "./actions.ts";
import { nextAct } from "./acts.ts";
import { admissionOutcomes, checkAdmissions } from "./admission.ts";
import { Checker } from "./checks.ts";
import { claim } from "./claim.ts";
import { checkDecisions, clerkOf } from "./deciding.ts";
import { insidersOf } from "./facts.ts";
import { checkNamed, namedOutcomes } from "./named.ts";
import { checkLists, checkProjections } from "./projections.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

/** One run: the same order does the same steps. */
export interface RunOrder {
  readonly seed: number;
  readonly steps: number;
  /** How often what each account sees is checked; the money is checked each time. */
  readonly projectionsEvery: number;
  /** How often all chains, all lists and the whole ledger are. */
  readonly everythingEvery: number;
}

/** The outcomes of the steps of one run: done, or refused with a code. */
type Tally = Map<string, number>;

/** Mostly one of those who are in the conversation, sometimes anybody. */
async function someone(world: World, id: string): Promise<Actor> {
  const { random, people, named } = world;
  const insiders = await insidersOf(world, id);
  const inside = people.filter((it) => insiders.includes(it.accountId));
  const who =
    (random.chance(0.8) && random.maybe(inside)) || random.pick(people);
  const kind = random.int(20);
  if (kind < 5) return who.asPerson();
  if (kind < 9) return narrowed(who);
  if (kind >= 18) return presetOf(world, who);
  if (kind >= 15) return clerkOf(who);
  return (kind < 12 && named.get(who.accountId)) || who;
}

/** An agent with a usual choice of scopes. */
function presetOf({ random }: World, who: Actor): Actor {
  const preset = random.maybe(PRESETS);
  if (!preset) return who;
  const { id, scopes } = preset;
  return who.as({ scopes, credentialId: `cred_${id}_${who.accountId}` });
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

/** Refusals of what is out of date, which is put right by the way. */
const PUT_RIGHT: readonly string[] = [
  "decide action_changed",
  "decide condition_already_met",
  "listed action_changed",
  "listed condition_already_met",
];

/** How a step is looked at. */
interface Looks {
  readonly tally: Tally;
  /** Whether everybody looks at what changed. */
  readonly thorough: boolean;
  /** Whether they look although nothing did. */
  readonly again: boolean;
}

/** How often a step that wrote nothing is checked as if it had. */
const AGAIN_EVERY = 20;

/** Tries one random thing; an unexpected exception is nobody's refusal. */
async function step(
  world: World,
  checker: Checker,
  { tally, thorough, again }: Looks,
) {
  const act = nextAct(world);
  const conversationId = world.anyConversation();
  const chosen = {
    actor: await someone(world, conversationId),
    conversationId,
  };
  const trying = (await act.at?.(world, chosen)) ?? chosen;
  const { actor } = trying;
  let id = trying.conversationId;
  let outcome = "done";
  const judge = thorough ? await offeredBefore(actor, act, id) : undefined;
  try {
    id = (await act.run(world, actor, id)) ?? id;
    await judge?.(actor);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    claim(error.code !== "internal", `${act.name} is refused as internal`);
    claim(
      error.code !== "unavailable",
      `${act.name} is refused as unavailable`,
    );
    outcome = error.code;
  }
  // The reaction of the service's own agents belongs to the step.
  await world.core.services.agents.idle();
  const key = `${act.name} ${outcome}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
  const isClock = act.name === "sweep";
  if (isClock) await checker.checkNothingDue();
  if (!(await checker.isWritten()) && !again) {
    // All that is stored was checked when it was written.
    if (thorough) await checker.unwritten(id);
    return;
  }
  const changed = await checker.changed();
  if (outcome === "done") await checkAdmissions(world, act.name, id);
  claim(
    outcome === "done" || changed.length === 0 || PUT_RIGHT.includes(key),
    "a refusal changes nothing",
  );
  // A decision may be about another one that waits; a refusal does not say which.
  const isPutRight = PUT_RIGHT.includes(key) && changed.length === 1;
  claim(
    isClock || isPutRight || changed.every((it) => it === id),
    `${act.name} on ${id} changes ${changed}`,
  );
  for (const it of new Set([id, ...changed])) {
    const { facts, before, rows } = await checker.step(it, thorough);
    if (!thorough) continue;
    const after = before.end.eventSeq;
    await checkProjections(world, { id: it, facts, rows, after });
  }
  await checker.checkSum();
  await checker.checkOrders();
}

async function checkEverything(world: World): Promise<void> {
  const { core } = world;
  await signHeads(core.services);
  const verified = await core.run(verifyAudit, {});
  claim(verified.ok, `all chains verify: ${JSON.stringify(verified.faults)}`);
  const health = await core.run(getHealth, {});
  claim(health.ok, `the ledger is right: ${JSON.stringify(health.ledger)}`);
  const ledger = await core.run(verifyLedger, {});
  claim(ledger.ok, `the books fit: ${JSON.stringify(ledger.faults)}`);
  await checkLists(world);
  await checkAgents(world);
  await checkNamed(world);
  await checkDecisions(world);
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

/**
 * Does all steps of an order.
 * @returns What was met: acts with their outcome, and the types of all records.
 */
export async function run({
  seed,
  steps,
  projectionsEvery,
  everythingEvery,
}: RunOrder): Promise<readonly string[]> {
  await using world = await createWorld(seed);
  const checker = new Checker(world);
  const tally: Tally = new Map();
  for (let count = 1; count <= steps; count++) {
    try {
      const thorough = count % projectionsEvery === 0;
      const again = count % AGAIN_EVERY === 0;
      await step(world, checker, { tally, thorough, again });
      if (count % everythingEvery === 0) await checkEverything(world);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`seed ${seed}, step ${count}: ${message}`, { cause });
    }
  }
  await unfoldRecords(world.core.services.db);
  const types = await world.core.rows(
    "select distinct body ->> '$.type' from unfolded_records",
  );
  const asked = await world.core.rows(
    "select distinct action ->> '$.act' || ' ' || status from checkpoints",
  );
  return [
    ...tally.keys(),
    ...types.map(([type]) => String(type)),
    ...asked.map(([outcome]) => String(outcome)),
    ...(await admissionOutcomes(world)),
    ...(await namedOutcomes(world)),
  ];
}

if (import.meta.main) {
  const orders: readonly RunOrder[] = JSON.parse(process.argv[2] ?? "[]");
  const met: string[] = [];
  for (const order of orders) met.push(...(await run(order)));
  process.stdout.write(JSON.stringify(met));
}
