import { requireMember } from "../access/access.ts";
import type { Caller } from "../access/context.ts";
import { MEMBER } from "../access/operation.ts";
import type { Member } from "../access/principal.ts";
import { LIMITS } from "../base/limits.ts";
import { phrase } from "../base/words/say.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Listener } from "../events/bus.ts";
import { isLive } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";
import { SharedReads } from "./shared_reads.ts";

/** The frames that a subscriber receives, in order. */
export type Frame =
  | {
      readonly kind: "event";
      /**
       * The event's number in its conversation, or the account's state after it; null without
       * one.
       */
      readonly id: number | string | null;
      readonly event: string;
      readonly data: object;
    }
  | { readonly kind: "heartbeat" };

/** One open stream of events. */
export interface Subscription {
  /** Gives the taker the next frame when there is one, or null after the end. */
  take(taker: Taker): void;
  close(): void;
}

/** A waiter for one frame; an object instead of a promise, because there are many. */
export interface Taker {
  given(frame: Frame | null): void;
  failed(error: unknown): void;
}

/** The frames to send now. */
export interface Frames {
  readonly frames: readonly Frame[];
  /** True if there are more than one reading takes. */
  readonly isMore?: boolean;
  /** How many more access checks the stream lasts; unlimited if absent. */
  readonly checksLeft?: number;
}

/** The source of a stream. It is read, never pushed to: a wake only tells when. */
export interface Source {
  /** The subject: a caller may have only a few streams of it. */
  readonly subject: string;
  /** Keys of the bus that wake it. */
  readonly keys: readonly string[];
  /** The first events; the stream already listens, so that none is missed in between. */
  open(): Promise<Frames>;
  /**
   * Reads the events since the last time; null once the caller may not read it. The stream
   * itself handles a lost sign-in.
   */
  read(): Promise<Frames | null>;
}

const FOLLOWING = { access: MEMBER, title: phrase`Follow changes` };

/**
 * Opens a stream over a source for one caller, who must be a member.
 * @throws unauthenticated, forbidden for a delegate, too_many_streams, and what the source
 * throws
 */
export async function openStream(
  services: Services,
  caller: Caller,
  source: Source,
): Promise<Subscription> {
  const principal = requireMember(FOLLOWING, caller.principal);
  const stream = new Stream(services, principal, source);
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

const livesOf = perDatabase(() => new SharedReads<boolean>());
class Stream implements Subscription, Listener {
  readonly #services: Services;
  readonly #member: Member;
  readonly #source: Source;
  #queue: Frame[] | undefined;
  #checks = 0;
  #checksLeft = Number.POSITIVE_INFINITY;
  #closed = false;
  /** True if there are events that were not read yet. */
  #stale = false;
  #reading = false;
  /** When it looks again whether its reader may still read. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #taker: Taker | undefined;

  constructor(services: Services, member: Member, source: Source) {
    this.#services = services;
    this.#member = member;
    this.#source = source;
  }

  /** Subscribes before it reads, so that nothing is missed. */
  async open(): Promise<void> {
    this.#subscribe();
    this.#add(await this.#source.open());
  }

  take(taker: Taker): void {
    this.#taker = taker;
    this.#goOn();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const key of this.#keys()) this.#services.bus.remove(key, this);
    this.#goOn();
  }

  woken(): void {
    this.#stale = true;
    this.#goOn();
  }

  #check(): void {
    this.#timer = undefined;
    this.#stale = true;
    this.#checks++;
    this.#checksLeft--;
    if (this.#checks % CHECKS_PER_HEARTBEAT === 0) this.#give(HEARTBEAT);
    else this.#goOn();
  }

  /** Gives the taker what is ready, reads what is new, or waits. */
  #goOn(): void {
    if (this.#taker === undefined || this.#reading) return;
    const frame = this.#closed ? null : this.#shift();
    if (frame !== undefined) this.#give(frame);
    else if (this.#stale) void this.#readOn();
    else if (this.#checksLeft <= 0) this.close();
    else {
      const every = LIMITS.streamAccessCheckMs;
      this.#timer ??= setTimeout(() => this.#check(), every);
    }
  }

  #shift(): Frame | undefined {
    const frame = this.#queue?.shift();
    if (this.#queue?.length === 0) this.#queue = undefined;
    return frame;
  }

  #give(frame: Frame | null): void {
    const taker = this.#taker;
    this.#taker = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    taker?.given(frame);
  }

  async #readOn(): Promise<void> {
    this.#reading = true;
    this.#stale = false;
    try {
      const reading = (await this.#isLive()) ? await this.#source.read() : null;
      if (reading) this.#add(reading);
      else this.close();
    } catch (error) {
      const taker = this.#taker;
      this.#taker = undefined;
      this.close();
      taker?.failed(error);
    }
    this.#reading = false;
    this.#goOn();
  }

  #subscribe(): void {
    const { bus } = this.#services;
    const [own, here] = this.#counted();
    if (
      bus.count(here) >= LIMITS.streamsPerConversationMax ||
      bus.count(own) >= this.#services.settings.quotas.streams
    ) {
      throw new ServiceError("too_many_streams");
    }
    for (const key of this.#keys()) bus.add(key, this);
  }

  /** Made when needed: for most of a stream's life they are not. */
  #keys(): ReadonlySet<string> {
    // The account's own chain has the changes of its credentials: access is checked then.
    const { accountId } = this.#member;
    return new Set([...this.#source.keys, accountId, ...this.#counted()]);
  }

  /** The keys by which the caller's streams are counted: all of them, and those of the subject. */
  #counted(): readonly [string, string] {
    const { accountId, credentialId } = this.#member;
    const own = `streams of ${credentialId ?? accountId}`;
    return [own, `${own} ${this.#source.subject}`];
  }

  #add({ frames, isMore, checksLeft }: Frames): void {
    if (frames.length > 0) this.#queue = [...(this.#queue ?? []), ...frames];
    if (isMore) this.#stale = true;
    if (checksLeft !== undefined) {
      this.#checksLeft = Math.min(this.#checksLeft, checksLeft);
    }
  }

  #isLive(): Promise<boolean> {
    const { db, bus } = this.#services;
    const member = this.#member;
    return livesOf(db).once(bus, member, () => isLive(this.#services, member));
  }
}
