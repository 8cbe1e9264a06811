import type { Static, TSchema } from "typebox";
import type { Caller } from "../access/context.ts";
import type { Command, Query } from "../access/operation.ts";
import type { Member } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { told } from "../base/words/sentence.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { changedSince } from "../conversations/read/lists/changes_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { inboxOf, STOPPING } from "../events/bus.ts";
import { isLive } from "../identity/authenticate.ts";
import type { Outcome, Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

/** Keys of the bus under which waiting calls are counted. */
const WAITING = "calls that wait for a change";

/**
 * Calls an operation. A read with `waitSeconds` is answered once its result differs from
 * `since`, or from its first result, or the time is over (docs/events.md, Waiting). Between
 * reads it holds no database connection and no turn.
 * @throws as {@linkcode callOperation}; rate_limited if too many wait, unauthenticated if the
 * access ends meanwhile
 */
export async function callOrWait<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Query<I, O> | Command<I, O>,
  caller: Caller,
  input: unknown,
): Promise<Outcome<Static<O>>> {
  const read = () => callOperation(services, operation, caller, input);
  const { waitSeconds, since, conversationId } = wishOf(input);
  const { principal } = caller;
  const isWaiting = operation.kind === "query" && waitSeconds > 0;
  if (!isWaiting || !isMember(principal)) return await read();
  // While it waits, others may use the room of its body.
  caller.body?.letGo();
  // Created before the read, so that no event during it is missed.
  const wait = new Wait(services, caller, { principal, conversationId });
  const timer = setTimeout(() => wait.end(), waitSeconds * 1000);
  try {
    return await changed(wait, read, since);
  } finally {
    clearTimeout(timer);
    wait.close();
  }
}

/** Reads again on each wake, until the answer differs. */
async function changed<T>(
  wait: Wait,
  read: () => Promise<Outcome<T>>,
  since: string | undefined,
): Promise<Outcome<T>> {
  let latest = await read();
  const mark = since ?? markOf(latest.output);
  // Unknown at first: reading it now would hide a change since the read.
  let standing: string | undefined;
  while (markOf(latest.output) === mark) {
    const why = await wait.next();
    if (why === "over") break;
    await wait.checkAccess();
    const before = standing;
    standing = await wait.standing();
    if (why === "tick" && standing === before) continue;
    latest = await read();
  }
  return latest;
}

interface Wish {
  readonly waitSeconds: number;
  readonly since: string | undefined;
  readonly conversationId: string | undefined;
}

/** The wait that a call asks for; the call's check refuses an invalid one. */
function wishOf(input: unknown): Wish {
  const { waitSeconds, since, conversationId } = { ...Object(input) };
  return {
    // It is not checked yet.
    waitSeconds:
      typeof waitSeconds === "number"
        ? Math.min(waitSeconds, LIMITS.waitSecondsMax)
        : 0,
    since: typeof since === "string" ? since : undefined,
    conversationId:
      typeof conversationId === "string" ? conversationId : undefined,
  };
}

function markOf(output: unknown): string | undefined {
  const { since } = { ...Object(output) };
  return typeof since === "string" ? since : undefined;
}

interface Waiter {
  readonly principal: Member;
  /** The conversation to wait for; the whole inbox if absent. */
  readonly conversationId: string | undefined;
}

/** One waiting call, which listens until it is closed. */
class Wait {
  isOver = false;
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #waiter: Waiter;
  readonly #leave: (() => void)[] = [];
  #isStale = false;
  #wake: () => void = () => {};
  #nextAt = 0;

  /** @throws rate_limited if too many are waiting, for the account or in total */
  constructor(services: Services, caller: Caller, waiter: Waiter) {
    this.#services = services;
    this.#caller = caller;
    this.#waiter = waiter;
    const { accountId } = waiter.principal;
    const own = `${WAITING}: ${accountId}`;
    this.#refuseMore(own, LIMITS.waitersPerAccountMax);
    this.#refuseMore(WAITING, LIMITS.waitersMax);
    const { conversationId: one } = waiter;
    const key = one ?? inboxOf(accountId);
    // The account's own chain has the changes of its credentials and flags.
    for (const it of [key, accountId, own, WAITING]) {
      this.#leave.push(services.bus.subscribe(it, () => this.#stir()));
    }
    this.#leave.push(services.bus.subscribe(STOPPING, () => this.end()));
    const end = () => this.end();
    const signal = caller.signal?.();
    signal?.addEventListener("abort", end, { once: true });
    this.#leave.push(() => signal?.removeEventListener("abort", end));
    if (signal?.aborted) this.end();
  }

  end(): void {
    this.isOver = true;
    this.#stir();
  }

  close(): void {
    this.end();
    for (const leave of this.#leave.splice(0)) leave();
  }

  /** The version of the conversation or the inbox: one point read. */
  async standing(): Promise<string> {
    const { db } = this.#services;
    const { conversationId, principal } = this.#waiter;
    const { accountId } = principal;
    if (conversationId !== undefined) {
      const store = conversationStore(db);
      const row = await store.viewerRow(conversationId, accountId);
      return `${row?.version} ${row?.unread} ${row?.archived} ${row?.snoozedUntil} ${row?.labels ?? []}`;
    }
    const rows = await changedSince(db)(accountId, 0);
    return rows
      .map((it) => `${it.conversationId} ${it.version} ${it.updatedAt}`)
      .join();
  }

  /** @throws unauthenticated */
  async checkAccess(): Promise<void> {
    if (await isLive(this.#services, this.#caller.principal)) return;
    throw new ServiceError("unauthenticated");
  }

  /**
   * Resolves on an event, or after a while: other processes send no wake. Gathers events that
   * come together, so that a busy inbox is not read for each.
   */
  async next(): Promise<"woken" | "tick" | "over"> {
    await this.#until(() => this.isOver, this.#nextAt - performance.now());
    await this.#until(() => this.#isStale, LIMITS.streamAccessCheckMs);
    this.#nextAt = performance.now() + LIMITS.waitGatherMs;
    if (this.isOver) return "over";
    const isStale = this.#isStale;
    this.#isStale = false;
    return isStale ? "woken" : "tick";
  }

  async #until(isReached: () => boolean, ms: number): Promise<void> {
    if (ms <= 0) return;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, ms);
    while (!isReached() && !isLate) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    clearTimeout(timer);
  }

  #stir(): void {
    this.#isStale = true;
    this.#wake();
  }

  #refuseMore(key: string, waitersMax: number): void {
    if (this.#services.bus.count(key) < waitersMax) return;
    throw new ServiceError("rate_limited", {
      detail: told`Cannot wait now: ${waitersMax} calls are already waiting. Call again without waitSeconds, or when one of them is answered.`,
      extra: { retryAfter: 1, waitersMax },
    });
  }
}
