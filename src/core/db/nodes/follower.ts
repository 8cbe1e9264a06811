import { LIMITS } from "../../base/limits.ts";
import type { Job } from "../commit.ts";
import type { TableWrites } from "../kept/table_writes.ts";
import { joinedTouched } from "../kept/table_writes.ts";
import type { Statement } from "../statement.ts";
import type { CountedCalls, Feed, FeedRow, Wake } from "./feed.ts";

/** The listener to other nodes. */
export interface Ears {
  /** Their publications; null when it may have been anything. */
  wakes(wakes: readonly Wake[] | null): void;
  /** The calls that they let in. */
  calls(calls: CountedCalls): void;
}

/** Reads the messages of this node that go with its next commit. */
export interface Telling {
  readonly isEmpty: boolean;
  take(): CountedCalls | undefined;
}

/** This process among those that share a database. */
export interface Node {
  /** Differs from that of every other process. */
  readonly id: string;
  readonly clock: () => number;
  /** Milliseconds that only ever grow. */
  readonly elapsed?: () => number;
}

/**
 * Follows what other nodes commit: what is kept of the tables that they wrote is
 * forgotten, and what they published is told (docs/operations.md, Several nodes).
 */
export class Follower {
  readonly id: string;
  readonly #clock: () => number;
  readonly #elapsed: () => number;
  readonly #feed: Feed;
  readonly #writes: TableWrites;
  #ears: Ears = { wakes: () => {}, calls: () => {} };
  #telling: Telling | undefined;
  /** The messages of the batch that is being written: the next one repeats them if it fails. */
  #carried: CountedCalls | undefined;
  #place = 0;
  /** The reading that is sent next: who asks now may share it. */
  #next: Promise<void> | undefined;
  /** The reading that was sent last, until it is answered. */
  #sent: Promise<void> | undefined;
  #readAt = 0;
  #newsAt = Number.NEGATIVE_INFINITY;

  constructor(
    { id, clock, elapsed = () => performance.now() }: Node,
    feed: Feed,
    writes: TableWrites,
  ) {
    this.id = id;
    this.#clock = clock;
    this.#elapsed = elapsed;
    this.#feed = feed;
    this.#writes = writes;
  }

  /** Finds where the feed ends, before anything is read that could be kept. */
  async begin(): Promise<void> {
    this.#place = await this.#feed.end();
  }

  /** A row that tells nobody anything. */
  hello(): Statement {
    const touched = joinedTouched([]);
    const row = { node: this.id, wakes: [], touched, calls: null };
    return this.#feed.append(row, this.#clock());
  }

  /** Has somebody hear what other nodes say, and says to them what there is to tell. */
  connect(ears: Ears, telling: Telling): void {
    this.#ears = ears;
    this.#telling = telling;
  }

  /** True if others do not know yet what this node has to tell. */
  get hasToTell(): boolean {
    return this.#carried !== undefined || this.#telling?.isEmpty === false;
  }

  /**
   * Resolves once this node knows of every commit that was answered before the call.
   * Calls of one turn share a reading, and those that come while one is under way the next.
   */
  fresh(): Promise<void> {
    this.#next ??= this.#sent ? this.#readAfter(this.#sent) : this.#readNow();
    return this.#next;
  }

  /** Looks for news, unless calls have had it do so just now. */
  async look(): Promise<void> {
    const now = this.#elapsed();
    const every =
      now - this.#newsAt < LIMITS.nodeFeedBusyMs
        ? LIMITS.nodeFeedSoonMs
        : LIMITS.nodeFeedMs;
    // A timer that comes a little early is not left out.
    if (now - this.#readAt >= every - LIMITS.nodeFeedSoonMs / 2) {
      await this.fresh();
    }
  }

  /** The row that a batch of commits adds to the feed; none if it is nobody's business. */
  row(jobs: readonly Pick<Job, "touched" | "wakes">[]): Statement | undefined {
    const wakes = jobs.flatMap((job) => job.wakes ?? []);
    const { tables, conversations } = joinedTouched(
      jobs.flatMap((job) => job.touched ?? []),
    );
    const touched = {
      tables: tables.filter((it) => !OF_NODES.has(it)),
      conversations,
    };
    this.#carried ??= this.#telling?.take();
    const calls = this.#carried ?? null;
    const isNews = wakes.length > 0 || touched.tables.length > 0;
    if (!isNews && !calls) return;
    const row = { node: this.id, wakes, touched, calls };
    return this.#feed.append(row, this.#clock());
  }

  /** Notes where its own row came to be: right behind what it has read, there is no news. */
  wrote(place: number): void {
    this.#carried = undefined;
    if (place === this.#place + 1) this.#place = place;
  }

  /** A statement that removes rows which every node has read. */
  pruning(): Statement {
    return this.#feed.prune(this.#clock() - LIMITS.nodeFeedKeptMs);
  }

  /** A server that is slow to answer holds nobody up for long. */
  async #readAfter(sent: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LIMITS.nodeFeedShareMs);
    // The caller that asked for that one hears if it failed.
    await Promise.race([sent.catch(() => {}), promise]);
    clearTimeout(timer);
    await this.#readNow();
  }

  #readNow(): Promise<void> {
    setImmediate(() => {
      this.#next = undefined;
    });
    const sent = this.#read().finally(() => {
      if (this.#sent === sent) this.#sent = undefined;
    });
    this.#sent = sent;
    return sent;
  }

  async #read(): Promise<void> {
    for (;;) {
      const page = await this.#feed.after(this.#place);
      this.#readAt = this.#elapsed();
      this.#follow(page);
      if (page.length < LIMITS.nodeFeedPage) return;
    }
  }

  #follow(page: readonly FeedRow[]): void {
    const news = page.filter(({ place }) => place > this.#place);
    const [first] = news;
    if (!first) return;
    // Rows were removed before this node has read them: it slept for long.
    if (first.place > this.#place + 1) this.#forgetAll();
    this.#place = news.at(-1)?.place ?? this.#place;
    const others = news.filter(({ node }) => node !== this.id);
    if (others.length > 0) this.#newsAt = this.#readAt;
    for (const { touched, calls } of others) {
      this.#writes.note(touched);
      if (calls) this.#ears.calls(calls);
    }
    const wakes = others.flatMap((it) => it.wakes);
    if (wakes.length > 0) this.#ears.wakes(wakes);
  }

  #forgetAll(): void {
    this.#writes.note(null);
    this.#ears.wakes(null);
  }
}

/** Tables of the nodes themselves, of which nothing is kept. */
const OF_NODES: ReadonlySet<string> = new Set([
  "node_feed",
  "probes",
  "leases",
]);
