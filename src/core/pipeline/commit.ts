import type { Static, TSchema } from "typebox";
import type { SpanShape } from "../../../packages/telemetry/src/tracer.ts";
import { actorOf } from "../access/actor.ts";
import type {
  AccountChange,
  Caller,
  Change,
  CommandCall,
  Core,
  DeviceNotice,
} from "../access/context.ts";
import type { Repeatable } from "../access/idempotency.ts";
import { idempotencyStore, keptOf } from "../access/idempotency.ts";
import type { Command } from "../access/operation.ts";
import { isMember } from "../access/principal.ts";
import type { Head, Rows } from "../audit/chain.ts";
import { GENESIS } from "../audit/chain.ts";
import { recordOf } from "../audit/record.ts";
import { auditStore } from "../audit/store.ts";
import { ConstraintError } from "../db/failure.ts";
import type { Wake } from "../db/nodes/feed.ts";
import type { Statement } from "../db/statement.ts";
import type { ServiceError } from "../errors/errors.ts";
import type { Bus } from "../events/bus.ts";
import { inboxOf, isOfOneNode } from "../events/bus.ts";
import { changeStore } from "../events/change_store.ts";
import { settingChangesIn } from "../events/setting_changes.ts";
import { isStillIn, notAMember } from "../identity/teams/acting_as.ts";
import { teamStore } from "../identity/teams/team_store.ts";
import { pushStore } from "../push/push_store.ts";
import type { Observing } from "./measured.ts";
import { queryCall } from "./query_call.ts";

/** The services that a commit uses. */
export interface Committing extends Core, Observing {
  readonly bus: Bus;
}

/** The input and the chains of one attempt. */
export interface Work<I extends TSchema> {
  readonly input: Static<I>;
  readonly chains: readonly string[];
  /** The result of `prepare`, the same for every attempt. */
  readonly prepared: unknown;
}

/** Reads, decides and commits once; a lost race or a repeat throws ConstraintError. */
export async function attemptOnce<I extends TSchema, O extends TSchema>(
  services: Committing,
  operation: Command<I, O>,
  caller: Caller,
  work: Work<I>,
  request?: Repeatable,
): Promise<Static<O>> {
  // Heads first: a commit between this and the reads of `run` makes the batch fail on the
  // chain, so that no decision rests on outdated data.
  const heads = await headsOf(services, work.chains);
  const statements: Statement[] = [];
  const guard = await guardOfTeam(services, caller);
  const changes: Change[] = [];
  const covered = new Map<string, Rows>();
  const told: AccountChange[] = [];
  const notices: DeviceNotice[] = [];
  const woken: Wake[] = [];
  const afterwards: (() => void)[] = [];
  let refusal: ServiceError | undefined;
  const call: CommandCall = {
    ...queryCall(services, caller),
    write: (...more) => void statements.push(...more),
    record: (change) => void changes.push(change),
    cover: (chainId, rows) =>
      void covered.set(chainId, { ...covered.get(chainId), ...rows }),
    endOf: (chainId) => heads.get(chainId)?.seq ?? 0,
    changed: (...more) => void told.push(...more),
    tellDevices: (...more) => void notices.push(...more),
    wake: (key) => void woken.push(key),
    committed: (then) => void afterwards.push(then),
    refuseAfter: (error) => {
      refusal = error;
    },
  };
  const output = await operation.run(work.input, call, work.prepared);
  statements.push(...(await pushStore(services.db).tell(notices, call.now)));
  const ends = link(call, { heads, changes, covered }, statements);
  if (request) {
    const keys = idempotencyStore(services.db);
    if (statements.length > 0 && !refusal) {
      const kept = keptOf(output as object, operation.shownOnce);
      statements.push(keys.remember(request, kept, call.now));
    } else if (await keys.replay(request)) {
      throw new ConstraintError("the key is there"); // No insert would find out.
    }
  }
  told.push(...settingChangesIn(changes));
  if (told.length > 0) {
    statements.push(changeStore(services.db).append(told, call.now));
  }
  const wakes = [...chainsOf(changes), ...inboxesOf(told), ...woken];
  if (statements.length > 0) statements.unshift(...guard);
  await store(services, caller, statements, wakes);
  const audit = auditStore(services.db);
  for (const [chainId, head] of ends) audit.setHead(chainId, head);
  for (const then of afterwards) then();
  for (const key of wakes) services.bus.publish(key);
  if (refusal) throw refusal;
  return output;
}

/**
 * For a member who acts as a team, the statement that refuses the batch once their membership
 * has ended.
 * @throws not_a_member if it has ended already
 */
async function guardOfTeam(
  { db, clock }: Committing,
  { principal }: Caller,
): Promise<readonly Statement[]> {
  if (!isMember(principal) || !principal.team) return [];
  const { accountId, credentialId: id = "", team } = principal;
  const now = clock();
  if (!(await isStillIn({ db }, principal, now))) throw notAMember(accountId);
  const perPayment = principal.perPayment ?? null;
  const perDay = principal.perDay ?? null;
  const place = { id, role: team.role, perPayment, perDay };
  return [teamStore(db).guard(place, now)];
}

const COMMIT: SpanShape = {
  name: "COMMIT",
  kind: "client",
  attributes: { "db.system.name": "sqlite", "db.operation.name": "COMMIT" },
};

/** Writes the batch, in its own span if traces are on. */
async function store(
  { db, tracer }: Committing,
  { trace: parent }: Caller,
  statements: readonly Statement[],
  wakes: readonly Wake[],
): Promise<void> {
  const span = tracer?.start(COMMIT, { parent });
  let errorType: string | undefined;
  try {
    const told = wakes.filter((key) => !isOfOneNode(key));
    await db.commit(statements, told);
  } catch (error) {
    errorType = error instanceof Error ? error.name : "unknown";
    throw error;
  } finally {
    const attributes = { "db.operation.batch.size": statements.length };
    span?.end({ attributes, errorType });
  }
}

async function headsOf(
  services: Committing,
  chains: readonly string[],
): Promise<Map<string, Head>> {
  const audit = auditStore(services.db);
  const heads = new Map<string, Head>();
  for (const chainId of chains) heads.set(chainId, await audit.head(chainId));
  return heads;
}

/** Drops cached ends of chains that another process may have moved. */
export function forgetHeads(
  services: Committing,
  chains: readonly string[],
): void {
  const audit = auditStore(services.db);
  for (const chainId of chains) audit.setHead(chainId, undefined);
}

/** A call's additions to its chains. */
interface Additions {
  readonly heads: ReadonlyMap<string, Head>;
  readonly changes: readonly Change[];
  readonly covered: ReadonlyMap<string, Rows>;
}

/** Adds one audit record to each changed chain; returns their new ends. */
function link(
  call: CommandCall,
  { heads, changes, covered }: Additions,
  statements: Statement[],
): Map<string, Head> {
  const ends = new Map<string, Head>();
  const byChain = Map.groupBy(changes, ({ chainId }) => chainId);
  for (const chainId of covered.keys()) {
    if (byChain.has(chainId)) continue;
    throw new RangeError(`Cannot cover rows of ${chainId}: no record does`);
  }
  if (changes.length === 0) return ends;
  const audit = auditStore(call.db);
  const origin = {
    now: call.now,
    actor: actorOf(call),
    via: call.caller.via,
    requestId: call.caller.requestId,
    newEventId: () => call.newId("event"),
    newSalt: () => call.randomBytes(16).toHex(),
    mac: call.signer.mac,
  };
  for (const [chainId, own] of byChain) {
    const said = { chainId, changes: own, rows: covered.get(chainId) };
    const record = recordOf(heads.get(chainId) ?? GENESIS, said, origin);
    statements.push(audit.append(record));
    ends.set(chainId, record);
  }
  return ends;
}

/** The chains that grew, whose listeners are woken. */
function chainsOf(changes: readonly Change[]): readonly Wake[] {
  return [...new Set(changes.map(({ chainId }) => chainId))];
}

function inboxesOf(told: readonly AccountChange[]): readonly Wake[] {
  return [...new Set(told.map(({ accountId }) => inboxOf(accountId)))];
}
