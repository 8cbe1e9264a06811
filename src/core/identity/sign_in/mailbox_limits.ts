import { BoundedCache } from "../../base/cache.ts";
import { LIMITS } from "../../base/limits.ts";
import { HOUR_MS } from "../../base/time.ts";

/** The requester of a sign-in mail. */
export interface MailRequester {
  readonly mailbox: string;
  /** The browser, if the owner of the mailbox has signed in with it before. */
  readonly knownBrowser?: string | undefined;
  /** The network address that the request came from. */
  readonly address: string;
}

/** A count, and its maximum per hour. */
type Count = readonly [key: string, max: number];

const V6_GROUPS = 8;
const V6_GROUPS_OF_NETWORK = 4;

/**
 * Counts the sign-in mails to one mailbox within the last hour. Mails requested by strangers
 * are limited per network address and in total; a browser with which the owner has signed in
 * has its own count, which no stranger can use up.
 */
export class MailboxLimits {
  readonly #times = new BoundedCache<string, readonly number[]>(
    LIMITS.mailboxesCountedMax,
  );
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts one more mail, or returns the seconds to wait. */
  take(asking: MailRequester): number | undefined {
    const since = this.#clock() - HOUR_MS;
    const counts = countsOf(asking).map(([key, max]) => {
      const times = (this.#times.get(key) ?? []).filter((at) => at > since);
      return { key, times, isFull: times.length >= max };
    });
    const waits = counts.flatMap(({ isFull, times: [oldest = 0] }) =>
      isFull ? [Math.ceil((oldest - since) / 1_000)] : [],
    );
    if (waits.length > 0) return Math.max(...waits);
    for (const { key, times } of counts) {
      this.#times.set(key, [...times, this.#clock()]);
    }
    return undefined;
  }
}

function countsOf({
  mailbox,
  knownBrowser,
  address,
}: MailRequester): readonly Count[] {
  const max = LIMITS.signInMailsPerHour;
  if (knownBrowser !== undefined) return [[`${knownBrowser} ${mailbox}`, max]];
  const network = `${networkOf(address)} ${mailbox}`;
  return [
    [network, LIMITS.signInMailsPerAddressHour],
    [mailbox, max],
  ];
}

/** One IPv6 host usually has a whole /64 (RFC 4291, section 2.5.4). */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const gap = tail === undefined ? 0 : V6_GROUPS - before.length - after.length;
  const all = [
    ...before,
    ...Array<string>(Math.max(0, gap)).fill("0"),
    ...after,
  ];
  return all.slice(0, V6_GROUPS_OF_NETWORK).join(":");
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
