import { LIMITS } from "../../base/limits.ts";
import { withinTime } from "../../base/time.ts";
import type { Job } from "../commit.ts";
import type { TableWrites } from "../kept/table_writes.ts";
import { joinedTouched } from "../kept/table_writes.ts";
import type { Statement } from "../statement.ts";
import type { CountedCalls, Feed, FeedRow, Wake } from "./feed.ts";

/** The handlers for other nodes' news. */
export interface Ears {
  /** Their publications; null if it may have been anything. */
  wakes(wakes: readonly Wake[] | null): void;
  /** The calls they admitted. */
  calls(calls: CountedCalls): void;
}

/** Provides this node's messages for its next commit. */
export interface Telling {
  readonly isEmpty: boolean;
  take(): CountedCalls | undefined;
}

/** This process, one of several that share a database. */
export interface Node {
  /** Unique among all processes. */
  readonly id: string;
  readonly clock: () => number;
  /** Milliseconds that only grow. */
  readonly elapsed?: () => number;
}

/**
 * Follows the commits of other nodes: cached rows of the tables they wrote are dropped, and
 * their publications are passed on (docs/operations.md, Several nodes).
 */
export class Follower {
  readonly id: string;
  readonly #clock: () => number;
  readonly #elapsed: () => number;
  readonly #feed: Feed;
  readonly #writes: TableWrites;
  #ears: Ears = { wakes: () => {}, calls: () => {} };
  #telling: Telling | undefined;
  /** The messages of the batch being written: the next one repeats them if it fails. */
  #carried: CountedCalls | undefined;
  #place = 0;
  /** The next read to be sent: callers may share it. */
  #next: Promise<void> | undefined;
  /** The last read sent, until it is answered. */
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

  /** Finds the end of the feed, before anything cacheable is read. */
  async begin(): Promise<void> {
    this.#place = await this.#feed.end();
  }

  /** A row without news. */
  hello(): Statement {
    const touched = joinedTouched([]);
    const row = { node: this.id, wakes: [], touched, calls: null };
    return this.#feed.append(row, this.#clock());
  }

  /** Connects the handlers for other nodes' news, and the source of this node's. */
  connect(ears: Ears, telling: Telling): void {
    this.#ears = ears;
    this.#telling = telling;
  }

  /** True if this node has unreported news. */
  get hasToTell(): boolean {
    return this.#carried !== undefined || this.#telling?.isEmpty === false;
  }

  /**
   * Resolves once this node knows of every commit answered before the call. Calls of one turn
   * share a read, and those that come during one share the next.
   */
  fresh(): Promise<void> {
    this.#next ??= this.#sent ? this.#readAfter(this.#sent) : this.#readNow();
    return this.#next;
  }

  /** Looks for news, unless calls have just done so. */
  async look(): Promise<void> {
    const now = this.#elapsed();
    const every =
      now - this.#newsAt < LIMITS.nodeFeedBusyMs
        ? LIMITS.nodeFeedSoonMs
        : LIMITS.nodeFeedMs;
    // A timer that fires a little early still counts.
    if (now - this.#readAt >= every - LIMITS.nodeFeedSoonMs / 2) {
      await this.fresh();
    }
  }

  /** The row that a batch of commits adds to the feed; undefined if it concerns nobody. */
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

  /** Notes the position of its own row: right after the last read one, there is no news. */
  wrote(place: number): void {
    this.#carried = undefined;
    if (place === this.#place + 1) this.#place = place;
  }

  /** A statement that removes rows which every node has read. */
  pruning(): Statement {
    return this.#feed.prune(this.#clock() - LIMITS.nodeFeedKeptMs);
  }

  /** A slow server delays nobody for long. */
  async #readAfter(sent: Promise<void>): Promise<void> {
    // The caller of that one is told if it failed.
    const known = sent.catch(() => {});
    await withinTime(LIMITS.nodeFeedShareMs, known, () => {});
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
    // Rows were removed before this node read them: it slept for long.
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

/** Tables of the nodes themselves, which are never cached. */
const OF_NODES: ReadonlySet<string> = new Set([
  "node_feed",
  "probes",
  "leases",
]);
