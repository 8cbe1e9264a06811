import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Job, JobOutcome, Sink } from "../../../src/core/db/commit.ts";
import { CommitQueue } from "../../../src/core/db/commit.ts";
import { StorageError } from "../../../src/core/db/failure.ts";
import { note, refusal } from "./fixture.ts";

type Answer = (jobs: readonly Job[]) => readonly JobOutcome[];

/** A sink that writes nothing and remembers how much came at once. */
class FakeSink implements Sink {
  readonly sizes: number[] = [];
  closed = false;
  answer: Answer = (jobs) => jobs.map(() => undefined);
  /** Resolves when the sink may answer. */
  gate: Promise<void> = Promise.resolve();

  async apply(jobs: readonly Job[]) {
    this.sizes.push(jobs.length);
    await this.gate;
    return this.answer(jobs);
  }

  async close() {
    this.closed = true;
  }
}

test("an empty list resolves without the sink", async () => {
  const sink = new FakeSink();
  await new CommitQueue(sink).commit([]);
  expect(sink.sizes).toEqual([]);
});

test("what waits together is written together, a bounded number at a time", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  const count = LIMITS.commitMergeMax + 10;
  await Promise.all(
    Array.from({ length: count }, () => queue.commit([note("a")])),
  );
  expect(sink.sizes).toEqual([LIMITS.commitMergeMax, 10]);
});

test("one batch is in flight at a time", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  const { promise, resolve } = Promise.withResolvers<void>();
  sink.gate = promise;
  const first = queue.commit([note("a")]);
  await turn();
  const others = [queue.commit([note("b")]), queue.commit([note("c")])];
  await turn();
  expect(sink.sizes).toEqual([1]);
  resolve();
  await Promise.all([first, ...others]);
  expect(sink.sizes).toEqual([1, 2]);
});

test("with overlap, what waits is divided evenly between two batches", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink, { overlap: true });
  await Promise.all(Array.from({ length: 8 }, () => queue.commit([note("a")])));
  expect(sink.sizes).toEqual([4, 4]);
});

test("a full queue refuses at once and loses nothing it took", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  const taken = Array.from({ length: LIMITS.commitQueueMax }, () =>
    queue.commit([note("a")]),
  );
  expect(await refusal(queue.commit([note("b")]))).toBeInstanceOf(StorageError);
  await Promise.all(taken);
  expect(sink.sizes.reduce((sum, size) => sum + size)).toBe(taken.length);
});

test("a value the database cannot keep never reaches a batch", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  const good = queue.commit([note("a")]);
  expect(await refusal(queue.commit([note("cut\0here")]))).toBeInstanceOf(
    TypeError,
  );
  await good;
  expect(sink.sizes).toEqual([1]);
});

test("nothing is acknowledged when the sink fails or answers too little", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  sink.answer = () => {
    throw new StorageError("Cannot write: gone");
  };
  expect(await refusal(queue.commit([note("a")]))).toMatchObject({
    message: "Cannot write: gone",
  });
  await turn();
  sink.answer = () => [];
  expect(await refusal(queue.commit([note("b")]))).toBeInstanceOf(RangeError);
  await turn();
  sink.answer = (jobs) => jobs.map(() => undefined);
  await queue.commit([note("c")]);
});

test("close waits for the queue, and later commits are refused", async () => {
  const sink = new FakeSink();
  const queue = new CommitQueue(sink);
  const settled: string[] = [];
  const commit = queue.commit([note("a")]).then(() => settled.push("commit"));
  const close = queue.close().then(() => settled.push("close"));
  expect(await refusal(queue.commit([note("b")]))).toMatchObject({
    message: "Cannot write: the database is closed",
  });
  await Promise.all([commit, close]);
  expect(settled).toEqual(["commit", "close"]);
  expect(sink.closed).toBeTrue();
});

/** Lets everything that is due now happen. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
