import type { Caller } from "../access/context.ts";
import { isMember } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { ServiceError } from "../errors/errors.ts";
import { isLive } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";

/** What a subscriber receives, in order. */
export type Frame =
  | {
      readonly kind: "event";
      /** Number of the event in its conversation; null for what has none. */
      readonly id: number | null;
      readonly event: string;
      readonly data: object;
    }
  | { readonly kind: "heartbeat" };

/** One open stream of events. */
export interface Subscription {
  /** The next frame, or null once the stream has ended. */
  next(): Promise<Frame | null>;
  close(): void;
}

/** What there is to tell now. */
export interface Reading {
  readonly frames: readonly Frame[];
  /** True if there is more than one reading takes. */
  readonly isMore?: boolean;
  /** How long the stream goes on from here, in checks of access; for ever if absent. */
  readonly checksLeft?: number;
}

/** What a stream tells of. It is read, never pushed to: a wake only says when. */
export interface Source {
  /** What it is about: one caller may hold only a few streams of it. */
  readonly subject: string;
  /** Keys of the bus that wake it; `about` is what a wake was about, if it says so. */
  readonly keys: readonly string[];
  woken?(key: string, about: string | undefined): void;
  /** What comes first; the stream is subscribed already, so that nothing falls between. */
  open(): Promise<Reading>;
  /** False once the caller may not read it any more; a lost sign-in is seen to. */
  hasAccess(): Promise<boolean>;
  /** What has happened since. */
  read(): Promise<Reading>;
}

/**
 * Opens a stream over a source for one caller, who must be a member.
 * @throws unauthenticated, too_many_streams, and what the source throws
 */
export async function openStream(
  services: Services,
  caller: Caller,
  source: Source,
): Promise<Subscription> {
  const stream = new Stream(services, caller, source);
  try {
    await stream.open();
    return stream;
  } catch (error) {
    stream.close();
    throw error;
  }
}

const HEARTBEAT: Frame = { kind: "heartbeat" };
const CHECKS_PER_HEARTBEAT = Math.round(
  LIMITS.streamHeartbeatMs / LIMITS.streamAccessCheckMs,
);

class Stream implements Subscription {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #source: Source;
  readonly #queue: Frame[] = [];
  readonly #unsubscribe: (() => void)[] = [];
  #checks = 0;
  #checksLeft = Number.POSITIVE_INFINITY;
  #closed = false;
  /** True when something happened that was not read yet. */
  #stale = false;
  #wake: () => void = () => {};

  constructor(services: Services, caller: Caller, source: Source) {
    this.#services = services;
    this.#caller = caller;
    this.#source = source;
  }

  /** Subscribes before it reads, so that nothing falls between. */
  async open(): Promise<void> {
    this.#subscribe();
    this.#take(await this.#source.open());
  }

  async next(): Promise<Frame | null> {
    while (!this.#closed) {
      const frame = this.#queue.shift();
      if (frame) return frame;
      if (this.#stale) {
        this.#stale = false;
        if (await this.#hasAccess()) this.#take(await this.#source.read());
        else this.close();
        continue;
      }
      if (this.#checksLeft <= 0) break;
      if ((await this.#wait()) === "woken") continue;
      this.#stale = true;
      this.#checks++;
      this.#checksLeft--;
      if (this.#checks % CHECKS_PER_HEARTBEAT === 0) return HEARTBEAT;
    }
    this.close();
    return null;
  }

  close(): void {
    this.#closed = true;
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    this.#wake();
  }

  #subscribe(): void {
    const { principal } = this.#caller;
    if (!isMember(principal)) throw new ServiceError("unauthenticated");
    const { bus } = this.#services;
    const { subject, keys } = this.#source;
    const { accountId, credentialId } = principal;
    const own = `streams of ${credentialId ?? accountId}`;
    const here = `${own} ${subject}`;
    if (
      bus.count(here) >= LIMITS.streamsPerConversationMax ||
      bus.count(own) >= LIMITS.streamsPerCallerMax
    ) {
      throw new ServiceError("too_many_streams");
    }
    // The account's own chain tells of its credentials: access is checked then.
    for (const key of new Set([...keys, accountId, own, here])) {
      const wake = (about?: string) => {
        this.#source.woken?.(key, about);
        this.#stale = true;
        this.#wake();
      };
      this.#unsubscribe.push(bus.subscribe(key, wake));
    }
  }

  #take({ frames, isMore, checksLeft }: Reading): void {
    this.#queue.push(...frames);
    if (isMore) this.#stale = true;
    if (checksLeft !== undefined) {
      this.#checksLeft = Math.min(this.#checksLeft, checksLeft);
    }
  }

  async #hasAccess(): Promise<boolean> {
    if (!(await isLive(this.#services, this.#caller.principal))) return false;
    return await this.#source.hasAccess();
  }

  #wait(): Promise<"woken" | "tick"> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve("tick"),
        LIMITS.streamAccessCheckMs,
      );
      this.#wake = () => {
        clearTimeout(timer);
        resolve("woken");
      };
    });
  }
}
