/**
 * How is one call carried out, whichever operation it is of? `commit.ts` has the attempts
 * and the batch, `kept_answers.ts` the answers that are kept as they were written,
 * `report.ts` what a retry reports, `measured.ts` the spans and measures.
 * @module
 */
import type { Static, TSchema } from "typebox";
import { checkAccess, checkScopesFor } from "../access/access.ts";
import type { Bodies } from "../access/bodies.ts";
import { checkInput } from "../access/check.ts";
import type { Caller, QueryCall } from "../access/context.ts";
import type { Repeatable } from "../access/idempotency.ts";
import { idempotencyStore, repeatable } from "../access/idempotency.ts";
import type { Command, Query } from "../access/operation.ts";
import type { Principal } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import type { RateLimiter } from "../access/rate.ts";
import type { Running } from "../access/running.ts";
import type { Turns } from "../access/turns.ts";
import { LIMITS } from "../base/limits.ts";
import type { Locks } from "../base/locks.ts";
import { told } from "../base/words/sentence.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { fullAccountIn } from "../conversations/acts/store/room_store.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";
import { ConstraintError } from "../db/database.ts";
import { storageErrorIn } from "../db/failure.ts";
import { ServiceError } from "../errors/errors.ts";
import { toServiceError } from "../errors/to_service_error.ts";
import type { Log } from "../insight/log.ts";
import type { Committing } from "./commit.ts";
import { attemptOnce, forgetHeads } from "./commit.ts";
import { count } from "./count_call.ts";
import type { InFlight } from "./in_flight.ts";
import { awaitFirst } from "./in_flight.ts";
import { measured } from "./measured.ts";
import { queryCall } from "./query_call.ts";

/** The services that the pipeline uses. */
export interface Services extends Committing {
  readonly locks: Locks;
  readonly log: Log;
  readonly rates: RateLimiter;
  readonly turns: Turns;
  readonly bodies: Bodies;
  readonly running: Running;
  readonly inFlight: InFlight;
}

/** The output of an operation, and whether it is a repeat. */
export interface Outcome<O> {
  readonly output: O;
  /** True when the output is the stored one of a repeated request. */
  readonly replayed: boolean;
}

/**
 * The only way into the core (ARCHITECTURE.md, One call): access, rate, check, then a query's
 * answer, or read, decide and one atomic commit.
 */
export async function callOperation<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: unknown,
): Promise<Outcome<Static<O>>> {
  return await admitted(services, operation, caller, input, (checked, own) =>
    carryOut(services, operation, own, checked),
  );
}

/** The same, with its output alone. */
export async function outputOf<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: unknown,
): Promise<Static<O>> {
  return (await callOperation(services, operation, caller, input)).output;
}

/** Admits or refuses a call, and runs its work. @throws in words that the caller may read */
export function admitted<I extends TSchema, O extends TSchema, T>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: unknown,
  work: (checked: Static<I>, caller: Caller) => Promise<T>,
): Promise<T> {
  return measured(services, operation, caller, async (own) => {
    checkAccess(operation, caller.principal);
    if (!caller.isCounted) count(services, operation, caller);
    checkInput(operation, input);
    checkScopesFor(operation, caller.principal, input);
    const now = services.clock();
    services.rates.takeText(operation, caller.principal, input, now);
    caller.body?.accepted();
    const { name } = operation;
    try {
      return await services.running.run(name, async () => {
        if (operation.kind === "query" && !operation.isOfProcess) {
          await services.db.follower?.fresh();
        }
        return await work(input as Static<I>, own);
      });
    } catch (error) {
      if (isInFlight(error))
        services.rates.giveBack(operation, caller.principal);
      // Any other error is a bug of ours, and is thrown unchanged.
      throw storageErrorIn(error) ? toServiceError(error) : error;
    }
  });
}

async function carryOut<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: Static<I>,
): Promise<Outcome<Static<O>>> {
  if (operation.kind === "query") {
    const call = queryCall(services, caller);
    const output = await runQuery(services, operation, call, input);
    return { output, replayed: false };
  }
  return await command(services, operation, caller, input);
}

/** Runs an admitted query, in its account's turn if it takes turns. */
export async function runQuery<I extends TSchema, O extends TSchema>(
  { turns }: Pick<Services, "turns">,
  operation: Query<I, O>,
  call: QueryCall,
  input: Static<I>,
): Promise<Static<O>> {
  const run = () => operation.run(input, call);
  return operation.takesTurns
    ? await turns.run(operation, call.caller.principal, run)
    : await run();
}

/** Polls for the first request's answer in the second of two equal requests. */
function isInFlight(error: unknown): boolean {
  return (
    error instanceof ServiceError && error.code === "idempotency_in_flight"
  );
}

async function command<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  caller: Caller,
  input: Static<I>,
): Promise<Outcome<Static<O>>> {
  const request = await requestOf(operation.name, caller, input);
  if (!request) return await decide(services, operation, caller, input);
  const { inFlight } = services;
  const flight = `${request.scope} ${request.key}`;
  const hasWaited = inFlight.has(flight);
  if (hasWaited) await awaitFirst(inFlight, flight);
  const ended = Promise.withResolvers<void>();
  inFlight.set(flight, ended.promise);
  try {
    const outcome = await decide(services, operation, caller, input, request);
    // Refunds the rate token of the repeat.
    if (hasWaited && outcome.replayed) {
      services.rates.giveBack(operation, caller.principal);
    }
    return outcome;
  } finally {
    inFlight.delete(flight);
    ended.resolve();
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

/** The owner of idempotency keys: an account, or a guest of one conversation. */
function repeaterOf(principal: Principal): string | undefined {
  if (isMember(principal)) return principal.accountId;
  if (principal.kind !== "guest") return undefined;
  return `${principal.conversationId}/${principal.position}`;
}

/** Prepares, reads, decides and commits; after a lost race it reads and decides again. */
async function decide<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  caller: Caller,
  input: Static<I>,
  request?: Repeatable,
): Promise<Outcome<Static<O>>> {
  const repeated = async () =>
    request && (await replay(services, operation, caller, request));
  const { follower } = services.db;
  const before = queryCall(services, caller);
  let prepared = operation.unasked?.(input, before);
  if (operation.prepare && prepared === undefined) {
    // A repeat asks nothing of the outside world.
    const stored = await repeated();
    if (stored) return stored as Outcome<Static<O>>;
    await follower?.fresh();
    prepared = await operation.prepare(input, before);
  }
  const chains = operation.chains(input, before, prepared);
  return await services.locks.run(chains, async () => {
    for (let attempt = 1; ; attempt++) {
      await follower?.fresh();
      try {
        const work = { input, chains, prepared };
        const output = await attemptOnce(
          services,
          operation,
          caller,
          work,
          request,
        );
        return { output, replayed: false };
      } catch (error) {
        forgetHeads(services, chains);
        // Repeats are rare, so only look one up after a failure.
        const stored = await repeated();
        if (stored) return stored as Outcome<Static<O>>;
        if (!(error instanceof ConstraintError)) throw error;
        const full = isMember(caller.principal)
          ? await fullAccountIn(error, services, caller.principal)
          : undefined;
        if (full) throw full;
        if (attempt < LIMITS.commitAttemptsMax) {
          await Bun.sleep(pauseMs(services, attempt));
          continue;
        }
        throw new ServiceError("unavailable", {
          detail: told`Cannot save this now: too many changes at once. Try again.`,
          cause: error,
        });
      }
    }
  });
}

/**
 * How long the loser of a race waits: at first not at all, then a random and growing time, so
 * that several processes do not block each other for ever.
 */
function pauseMs(services: Services, attempt: number): number {
  const [random = 0] = services.randomBytes(1);
  return ((attempt - 1) * LIMITS.commitRetryMs * random) / 255;
}

/**
 * The stored outcome of a command under its idempotency key; undefined if unknown. Never runs
 * the command.
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
      detail: told`Cannot show the ${shownOnce} again: it is only shown once.`,
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
