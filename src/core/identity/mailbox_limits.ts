import { BoundedCache } from "../cache.ts";
import { LIMITS } from "../limits.ts";

/** What is counted for a mailbox. */
export type MailboxAct = "send" | "try";

const MAX: Readonly<Record<MailboxAct, number>> = {
  send: LIMITS.signInMailsPerHour,
  try: LIMITS.signInTriesPerHour,
};
const HOUR_MS = 3_600_000;

/**
 * Counts what is done to one mailbox within the last hour, whoever does it: the
 * limits by network address do not stop somebody who has many.
 */
export class MailboxLimits {
  readonly #times = new BoundedCache<string, readonly number[]>(
    LIMITS.mailboxesCountedMax,
  );
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts one more act, or says how many seconds it has to wait. */
  take(mailbox: string, act: MailboxAct): number | undefined {
    const key = `${act} ${mailbox}`;
    const since = this.#clock() - HOUR_MS;
    const times = (this.#times.get(key) ?? []).filter((at) => at > since);
    const [oldest = 0] = times;
    if (times.length >= MAX[act]) return Math.ceil((oldest - since) / 1000);
    this.#times.set(key, [...times, this.#clock()]);
    return undefined;
  }
}
