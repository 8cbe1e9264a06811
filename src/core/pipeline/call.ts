import type { Static, TSchema } from "typebox";
import { checkAccess, checkScopesFor } from "../access/access.ts";
import { actorOf } from "../access/actor.ts";
import { checkInput } from "../access/check.ts";
import type {
  Caller,
  Change,
  CommandCall,
  Core,
  Log,
  QueryCall,
} from "../access/context.ts";
import type { Repeatable } from "../access/idempotency.ts";
import { idempotencyStore, keptOf, repeatable } from "../access/idempotency.ts";
import type { Command, Query } from "../access/operation.ts";
import type { Acting, Principal } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import type { RateLimiter } from "../access/rate.ts";
import type { Turns } from "../access/turns.ts";
import type { Head, Holds } from "../audit/chain.ts";
import { linkChanges } from "../audit/chain.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import type { Locks } from "../base/locks.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { ConstraintError, StorageError } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Bus } from "../events/bus.ts";

/** What the pipeline itself stands on. */
export interface Services extends Core {
  readonly bus: Bus;
  readonly locks: Locks;
  readonly log: Log;
  readonly rates: RateLimiter;
  readonly turns: Turns;
  /** Idempotency keys whose first request is still running. */
  readonly inFlight: Set<string>;
}

/** What an operation gave, and whether it was given before. */
export interface Outcome<O> {
  readonly output: O;
  /** True when the output is the stored one of a repeated request. */
  readonly replayed: boolean;
}

/**
 * The only way into the core (ARCHITECTURE.md, One call): access, rate, check,
 * then a query's answer, or read, decide and one atomic commit.
 */
export async function callOperation<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: unknown,
): Promise<Outcome<Static<O>>> {
  checkAccess(operation, caller.principal);
  services.rates.take(operation, caller.principal, services.clock());
  checkInput(operation, input);
  checkScopesFor(operation, caller.principal, input);
  try {
    if (operation.kind === "query") {
      const run = () =>
        operation.run(input as Static<I>, queryCall(services, caller));
      const output = operation.takesTurns
        ? await services.turns.run(operation, caller.principal, run)
        : await run();
      return { output, replayed: false };
    }
    return await command(services, operation, caller, input as Static<I>);
  } catch (error) {
    if (isInFlight(error)) services.rates.giveBack(operation, caller.principal);
    throw serviceErrorOf(error);
  }
}

/** The second of two equal requests polls for the first one's answer. */
function isInFlight(error: unknown): boolean {
  return (
    error instanceof ServiceError && error.code === "idempotency_in_flight"
  );
}

/** The core's own failures, in words that a caller may hear. */
function serviceErrorOf(error: unknown): unknown {
  // Drizzle wraps what a read throws.
  const cause = error instanceof Error && error.cause;
  if (!(error instanceof StorageError || cause instanceof StorageError)) {
    return error;
  }
  return new ServiceError("unavailable", {
    detail: "Cannot store this now: the database is busy or unavailable.",
    cause: error,
  });
}

const NOBODY: Acting = { kind: "service", accountId: "", scopes: [] };

/** The view of one call that a query is given. */
export function queryCall(services: Core, caller: Caller): QueryCall {
  const { principal } = caller;
  return {
    settings: services.settings,
    db: services.db,
    signer: services.signer,
    outside: services.outside,
    clock: services.clock,
    newId: services.newId,
    randomBytes: services.randomBytes,
    lateness: services.lateness,
    caller,
    now: services.clock(),
    member: memberOf(principal),
  };
}

/** A newcomer is taken for the person they are about to be. */
function memberOf(principal: Principal): Acting {
  if (isMember(principal)) return principal;
  if (principal.kind === "guest") {
    const { scopes } = principal;
    return { kind: "email", accountId: "", scopes, guest: principal };
  }
  if (principal.kind !== "newcomer") return NOBODY;
  return { ...principal, kind: "person", scopes: null };
}

async function command<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  caller: Caller,
  input: Static<I>,
): Promise<Outcome<Static<O>>> {
  const request = await requestOf(operation.name, caller, input);
  if (!request) return await decide(services, operation, caller, input);
  const flight = `${request.scope} ${request.key}`;
  if (services.inFlight.has(flight)) {
    throw new ServiceError("idempotency_in_flight");
  }
  services.inFlight.add(flight);
  try {
    return await decide(services, operation, caller, input, request);
  } finally {
    services.inFlight.delete(flight);
  }
}

async function requestOf(
  operation: string,
  { principal, idempotencyKey }: Caller,
  input: unknown,
): Promise<Repeatable | undefined> {
  const scope = repeaterOf(principal);
  if (idempotencyKey === undefined || scope === undefined) return undefined;
  return await repeatable(scope, idempotencyKey, operation, input);
}

/** The owner of the keys: an account, or a guest of one conversation. */
function repeaterOf(principal: Principal): string | undefined {
  if (isMember(principal)) return principal.accountId;
  if (principal.kind !== "guest") return undefined;
  return `${principal.conversationId}/${principal.position}`;
}

/** Prepares, reads, decides and commits; a lost race reads and decides again. */
async function decide<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  caller: Caller,
  input: Static<I>,
  request?: Repeatable,
): Promise<Outcome<Static<O>>> {
  if (request && operation.prepare) {
    // A repeat asks the outside world nothing.
    const stored = await replay(services, operation, caller, request);
    if (stored) return stored as Outcome<Static<O>>;
  }
  const before = queryCall(services, caller);
  const prepared = await operation.prepare?.(input, before);
  const chains = operation.chains(input, before, prepared);
  return await services.locks.run(chains, async () => {
    for (let attempt = 1; ; attempt++) {
      const stored =
        request && (await replay(services, operation, caller, request));
      if (stored) return stored as Outcome<Static<O>>;
      try {
        return await attemptOnce(
          services,
          operation,
          caller,
          { input, chains, prepared },
          request,
        );
      } catch (error) {
        forgetHeads(services, chains);
        if (!(error instanceof ConstraintError)) throw error;
        if (attempt < LIMITS.commitAttemptsMax) {
          await Bun.sleep(pauseMs(services, attempt));
          continue;
        }
        throw new ServiceError("unavailable", {
          detail: "Cannot store this now: too many others change the same.",
          cause: error,
        });
      }
    }
  });
}

/**
 * How long the loser of a race waits: not at all at first, then a random and
 * growing while, so that several processes do not lose to one another for ever.
 */
function pauseMs(services: Services, attempt: number): number {
  const [random = 0] = services.randomBytes(1);
  return ((attempt - 1) * LIMITS.commitRetryMs * random) / 255;
}

/**
 * What a command gave under its idempotency key; nothing if it is not known. It never
 * runs the command.
 * @throws as {@linkcode callOperation}
 */
export async function recall(
  services: Services,
  operation: Command,
  caller: Caller,
  input: unknown,
): Promise<Outcome<unknown> | undefined> {
  checkAccess(operation, caller.principal);
  services.rates.take(operation, caller.principal, services.clock());
  checkInput(operation, input);
  const request = await requestOf(operation.name, caller, input);
  return request && (await replay(services, operation, caller, request));
}

async function replay(
  services: Services,
  { shownOnce }: Pick<Command, "shownOnce">,
  caller: Caller,
  request: Repeatable,
): Promise<Outcome<unknown> | undefined> {
  const kept = await idempotencyStore(services.db).replay(request);
  if (!kept) return undefined;
  const { output, conversationId } = kept;
  if (shownOnce !== undefined) {
    throw new ServiceError("shown_once", {
      detail: `Cannot show the ${shownOnce} again: this was done already, and it is shown once.`,
      extra: output,
    });
  }
  if (conversationId === undefined) return { output, replayed: true };
  const call = queryCall(services, caller);
  const { conversation, viewerState } = await loadForMember(
    call,
    conversationId,
  );
  const shown = await presentTo(call, conversation, viewerState);
  return { output: { ...output, conversation: shown }, replayed: true };
}

/** What one attempt decides about. */
interface Work<I extends TSchema> {
  readonly input: Static<I>;
  readonly chains: readonly string[];
  /** What `prepare` gave, the same for every attempt. */
  readonly prepared: unknown;
}

async function attemptOnce<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  caller: Caller,
  work: Work<I>,
  request?: Repeatable,
): Promise<Outcome<Static<O>>> {
  // Heads first: whoever commits between this and the reads of `run` makes the
  // batch lose on the chain, so a decision never rests on what is out of date.
  const heads = await headsOf(services, work.chains);
  const statements: Statement[] = [];
  const changes: Change[] = [];
  const holds = new Map<string, Holds>();
  const woken: { key: string; about: string | undefined }[] = [];
  const afterwards: (() => void)[] = [];
  let refusal: ServiceError | undefined;
  const call: CommandCall = {
    ...queryCall(services, caller),
    write: (...more) => void statements.push(...more),
    record: (change) => void changes.push(change),
    hold: (chainId, rows) =>
      void holds.set(chainId, { ...holds.get(chainId), ...rows }),
    endOf: (chainId) => heads.get(chainId)?.seq ?? 0,
    wake: (key, about) => void woken.push({ key, about }),
    committed: (then) => void afterwards.push(then),
    refuseAfter: (error) => {
      refusal = error;
    },
  };
  const output = await operation.run(work.input, call, work.prepared);
  const ends = link(call, { heads, changes, holds }, statements);
  if (request && statements.length > 0 && !refusal) {
    const store = idempotencyStore(services.db);
    const kept = keptOf(output as object, operation.shownOnce);
    statements.push(store.remember(request, kept, call.now));
  }
  await services.db.commit(statements);
  const audit = auditStore(services.db);
  for (const [chainId, head] of ends) audit.setHead(chainId, head);
  for (const then of afterwards) then();
  publish(services, changes);
  for (const { key, about } of woken) services.bus.publish(key, about);
  if (refusal) throw refusal;
  return { output, replayed: false };
}

async function headsOf(
  services: Services,
  chains: readonly string[],
): Promise<Map<string, Head>> {
  const audit = auditStore(services.db);
  const heads = new Map<string, Head>();
  for (const chainId of chains) heads.set(chainId, await audit.head(chainId));
  return heads;
}

function forgetHeads(services: Services, chains: readonly string[]): void {
  const audit = auditStore(services.db);
  for (const chainId of chains) audit.setHead(chainId, undefined);
}

/** What a call adds to its chains. */
interface Additions {
  readonly heads: ReadonlyMap<string, Head>;
  readonly changes: readonly Change[];
  readonly holds: ReadonlyMap<string, Holds>;
}

/** Adds one audit record per change; returns where each chain then ends. */
function link(
  call: CommandCall,
  { heads, changes, holds }: Additions,
  statements: Statement[],
): Map<string, Head> {
  const ends = new Map<string, Head>();
  const changed = new Set(changes.map((change) => change.chainId));
  for (const chainId of holds.keys()) {
    if (changed.has(chainId)) continue;
    throw new RangeError(`Cannot hold rows of ${chainId}: no record does`);
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
  for (const chainId of changed) {
    const own = changes.filter((change) => change.chainId === chainId);
    const held = holds.get(chainId) ?? null;
    const rows = linkChanges(heads.get(chainId), own, origin, held);
    for (const row of rows) statements.push(audit.append(row));
    const last = rows.at(-1);
    if (last) ends.set(chainId, last);
  }
  return ends;
}

function publish(services: Services, changes: readonly Change[]): void {
  const changed = new Set(changes.map((change) => change.chainId));
  for (const chainId of changed) services.bus.publish(chainId);
}
