import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";

/** The library's limit for one network address on one path; the window in seconds. */
interface Rule {
  readonly window: number;
  readonly max: number;
}

/**
 * Counts a network address's requests to a path, for better-auth: limited, by the service's
 * own clock, and separate for each service of a process.
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

  /** Counts one request, or returns the seconds until there is room again. */
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
