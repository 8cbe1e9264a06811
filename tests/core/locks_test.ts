import { expect, test } from "bun:test";
import { Locks } from "../../src/core/base/locks.ts";
import { failure } from "./core_harness.ts";

/** Work that says when it runs and ends when it is told. */
function controlled(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    work: async () => {
      log.push(`${name} in`);
      await promise;
      log.push(`${name} out`);
    },
    end: resolve,
  };
}

/** Lets everything run that can run without outside help. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test("work on one key runs one after the other, in the order it came", async () => {
  const locks = new Locks();
  const log: string[] = [];
  const works = ["a", "b", "c"].map((name) => controlled(log, name));
  const runs = works.map(({ work }) => locks.run(["k"], work));
  for (const { end } of works.toReversed()) end();
  await Promise.all(runs);
  expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

test("work on different keys runs side by side", async () => {
  const locks = new Locks();
  const log: string[] = [];
  const [a, b] = [controlled(log, "a"), controlled(log, "b")];
  const runs = [locks.run(["1"], a.work), locks.run(["2"], b.work)];
  await settle();
  expect(log).toEqual(["a in", "b in"]);
  a.end();
  b.end();
  await Promise.all(runs);
});

test("keys named in opposite orders never wait for each other in a ring", async () => {
  const locks = new Locks();
  const log: string[] = [];
  const [a, b] = [controlled(log, "a"), controlled(log, "b")];
  a.end();
  b.end();
  await Promise.all([
    locks.run(["x", "y"], a.work),
    locks.run(["y", "x"], b.work),
  ]);
  expect(log).toEqual(["a in", "a out", "b in", "b out"]);
});

test("a key named twice is held once", async () => {
  expect(await new Locks().run(["k", "k"], async () => "done")).toBe("done");
});

test("failed work lets go of its keys and fails nobody else", async () => {
  const locks = new Locks();
  const failing = locks.run(["k"], () => Promise.reject(new Error("no")));
  const next = locks.run(["k"], async () => "done");
  expect((await failure(failing)).message).toBe("no");
  expect(await next).toBe("done");
});

test("whoever waits for one key blocks the other keys it already holds", async () => {
  const locks = new Locks();
  const log: string[] = [];
  const [a, b, c] = ["a", "b", "c"].map((name) => controlled(log, name));
  if (!a || !b || !c) throw new Error("three works");
  const runs = [
    locks.run(["2"], a.work),
    locks.run(["1", "2"], b.work),
    locks.run(["1"], c.work),
  ];
  await settle();
  expect(log).toEqual(["a in"]);
  for (const { end } of [c, b, a]) end();
  await Promise.all(runs);
  expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});
