import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";

/** How much the library lets one network address do on one path; the window in seconds. */
interface Rule {
  readonly window: number;
  readonly max: number;
}

/**
 * Counts what a network address does on a path, for better-auth: bounded, by the
 * service's own clock, and apart for each service of a process.
 */
export class AddressLimits {
  readonly #counts = new BoundedCache<
    string,
    { readonly since: number; readonly count: number }
  >(LIMITS.addressesCountedMax);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts one request, or says after how many seconds there is room again. */
  async consume(key: string, { window, max }: Rule) {
    const now = this.#clock();
    const known = this.#counts.get(key);
    const isOpen = known !== undefined && now < known.since + window * 1000;
    const { since, count } = isOpen ? known : { since: now, count: 0 };
    if (count >= max) {
      const retryAfter = Math.ceil((since + window * 1000 - now) / 1000);
      return { allowed: false, retryAfter };
    }
    this.#counts.set(key, { since, count: count + 1 });
    return { allowed: true, retryAfter: null };
  }
}
