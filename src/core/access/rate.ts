import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldMany, toldWithin } from "../base/words/sentence.ts";
import type { CountedCalls } from "../db/nodes/feed.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Operation, RateClass } from "./operation.ts";
import type {
  Guest,
  Member,
  Newcomer,
  Principal,
  Visitor,
} from "./principal.ts";
import { isMember } from "./principal.ts";
import { SlidingWindow, WINDOW_MS } from "./sliding_window.ts";
import type { TextRateName } from "./text_rate.ts";
import { TEXT_RATES, takeText, textBytesIn, textWindows } from "./text_rate.ts";
import { UntoldCalls } from "./untold_calls.ts";

/** Calls a minute that one account may make, by class. */
export type RatesPerMinute = Readonly<Record<RateClass, number>>;

export const USUAL_RATES: RatesPerMinute = {
  read: LIMITS.readsPerMinuteMax,
  write: LIMITS.writesPerMinuteMax,
  create: LIMITS.createsPerMinuteMax,
  resolve: LIMITS.resolvesPerMinuteMax,
  available: LIMITS.availableChecksPerMinuteMax,
  visit: LIMITS.visitsPerMinuteMax,
};

/** The counted things, as the end of a sentence. */
const SAYS: Readonly<Record<RateClass, Sentence>> = {
  read: told`reads`,
  write: told`changes`,
  create: told`new conversations`,
  resolve: told`resolutions`,
  available: told`name checks`,
  visit: told`visits`,
};

/** The class in which an operation is counted. */
export function rateClassOf({ rate, kind }: Operation): RateClass {
  return rate ?? (kind === "query" ? "read" : "write");
}

/**
 * Counts the calls of accounts, in this process and as other nodes report theirs. All
 * credentials of an account share its budget; the operator and the service's own agents have
 * none.
 */
export class RateLimiter {
  readonly #rates: RatesPerMinute;
  readonly #windows:
    | Readonly<Record<RateClass | TextRateName, SlidingWindow>>
    | undefined;
  /** The calls that other nodes must count, if there are any. */
  readonly untold: UntoldCalls | undefined;

  /**
   * @param rates Null removes all limits: for development and measurements.
   * @param isShared True if other nodes may count with this one.
   */
  constructor(rates: RatesPerMinute | null, isShared = false) {
    if (isShared) this.untold = new UntoldCalls();
    this.#rates = rates ?? USUAL_RATES;
    if (!rates) return;
    const window = (name: RateClass) => new SlidingWindow(rates[name]);
    this.#windows = {
      read: window("read"),
      write: window("write"),
      create: window("create"),
      resolve: window("resolve"),
      available: window("available"),
      visit: window("visit"),
      ...textWindows(),
    };
  }

  /** Every rate for `/v1/limits`. */
  published() {
    return Object.entries(this.#rates).map(([name, max]) => ({
      class: name,
      max,
      windowSeconds: WINDOW_MS / 1000,
      per: name === "visit" ? "address" : "account",
    }));
  }

  /**
   * Counts one call of an operation.
   * @throws rate_limited with `retryAfter` in seconds
   */
  take(operation: Operation, principal: Principal, now: number): void {
    if (!this.#windows || !isCounted(principal)) return;
    const name = rateClassOf(operation);
    const key = keyOf(principal);
    const waitMs = this.#windows[name].take(key, now);
    if (waitMs > 0) {
      const max = this.#rates[name];
      throw rateLimited(operation, { name, max, waitMs });
    }
    this.untold?.add(name, key, 1);
  }

  /**
   * Counts the text in a command, whatever its purpose.
   * @throws rate_limited with `retryAfter` in seconds
   */
  takeText(
    { kind }: Operation,
    principal: Principal,
    input: unknown,
    now: number,
  ): void {
    if (!this.#windows || kind === "query" || !isCounted(principal)) return;
    const bytes = textBytesIn(input);
    const key = keyOf(principal);
    takeText(this.#windows, { key, bytes, now });
    for (const name of TEXT_RATES) this.untold?.add(name, key, bytes);
  }

  /** Uncounts a call that did nothing. */
  giveBack(operation: Operation, principal: Principal): void {
    if (!this.#windows || !isCounted(principal)) return;
    const name = rateClassOf(operation);
    const key = keyOf(principal);
    this.#windows[name].giveBack(key);
    this.untold?.add(name, key, -1);
  }

  /** Counts calls that another node admitted. */
  hear(calls: CountedCalls, now: number): void {
    for (const [name, window] of Object.entries(this.#windows ?? {})) {
      for (const [key, count] of Object.entries(calls[name] ?? {})) {
        window.add(key, now, count);
      }
    }
  }
}

type Counted = Member | Newcomer | Guest | Visitor;

/** Anonymous callers are counted by their network address, where they read what is public. */
function isCounted(principal: Principal): principal is Counted {
  if (principal.kind === "newcomer" || principal.kind === "guest") return true;
  if (isVisitor(principal)) return true;
  return isMember(principal) && principal.kind !== "service";
}

/** The key under which a caller's calls are counted; undefined for uncounted callers. */
export function counterOf(principal: Principal): string | undefined {
  return isCounted(principal) ? keyOf(principal) : undefined;
}

function isVisitor(principal: Principal): principal is Visitor {
  return principal.kind === "anonymous" && principal.from !== undefined;
}

function keyOf(principal: Counted): string {
  if (principal.kind === "anonymous") return principal.from;
  return principal.kind === "guest"
    ? (principal.accountId ??
        `${principal.conversationId}/${principal.position}`)
    : principal.accountId;
}

function rateLimited(
  { title }: Operation,
  {
    name,
    max,
    waitMs,
  }: {
    readonly name: RateClass;
    readonly max: number;
    readonly waitMs: number;
  },
): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new ServiceError("rate_limited", {
    detail: told`Cannot ${toldWithin(title)} now: the limit is ${max} ${SAYS[name]} per minute. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
    extra: {
      retryAfter,
      rate: { class: name, max, windowSeconds: WINDOW_MS / 1000 },
    },
  });
}
