import { expect, test } from "bun:test";
import type { BodyPass } from "../../src/core/access/bodies.ts";
import { Bodies } from "../../src/core/access/bodies.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";

const MB = 1024 * 1024;

/** Whatever can go on by now has gone on. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Bodies that are read, each until it is let go of. */
class Readers {
  readonly begun: string[] = [];
  readonly #bodies = new Bodies(() => 0);

  /** Begins to read; what is given lets go of it. */
  open(caller: string, bytes: number, name = caller): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = this.#bodies.run(caller, async (pass) => {
      await pass.hold(bytes);
      this.begun.push(name);
      await promise;
    });
    return async () => {
      resolve();
      await ended;
    };
  }
}

const codeOf = (error: unknown) =>
  error instanceof ServiceError ? error.code : error;

test("large bodies of one caller have a bound of bytes, and those of others come meanwhile", async () => {
  const readers = new Readers();
  const first = readers.open("alice", 30 * MB);
  const second = readers.open("alice", 30 * MB, "alice again");
  const other = readers.open("bob", 5 * MB);
  await turn();
  expect(readers.begun).toEqual(["alice", "bob"]);
  await first();
  await other();
  await second();
  expect(readers.begun).toEqual(["alice", "bob", "alice again"]);
});

test("however small they are, one caller has few large bodies at once", async () => {
  const readers = new Readers();
  const bytes = LIMITS.bodyCountedAboveBytes + 1;
  const most = LIMITS.bodiesAtOncePerAccount;
  const ends = Array.from({ length: most + 1 }, () =>
    readers.open("alice", bytes),
  );
  await turn();
  expect(readers.begun).toHaveLength(most);
  for (const end of ends) await end();
  expect(readers.begun).toHaveLength(most + 1);
});

test("all callers together have a bound of bytes, and the first that waits comes first", async () => {
  const readers = new Readers();
  const ends = ["a", "b", "c", "d", "e"].map((name) =>
    readers.open(name, 15 * MB),
  );
  await turn();
  expect(readers.begun).toEqual(["a", "b"]);
  for (const end of ends) await end();
  expect(readers.begun).toEqual(["a", "b", "c", "d", "e"]);
});

test("a body that is larger than what there is for all comes when there is no other", async () => {
  const readers = new Readers();
  const small = readers.open("bob", MB);
  const large = readers.open("alice", 2 * LIMITS.bodyBytesAtOnceMax);
  await turn();
  expect(readers.begun).toEqual(["bob"]);
  await small();
  await large();
  expect(readers.begun).toEqual(["bob", "alice"]);
});

test("a call that waits long gives the room of its body back first", async () => {
  const bodies = new Bodies(() => 0);
  const waits = Promise.withResolvers<void>();
  const long = bodies.run("alice", async (pass) => {
    await pass.hold(LIMITS.bodyBytesAtOncePerAccount);
    pass.letGo();
    await waits.promise;
  });
  await turn();
  const other = bodies.run("alice", async (pass) => {
    await pass.hold(LIMITS.bodyBytesAtOncePerAccount);
    return "read";
  });
  expect(await other).toBe("read");
  waits.resolve();
  await long;
});

test("of one caller only so many wait; one more is told to come again", async () => {
  const readers = new Readers();
  const own = LIMITS.bodiesAtOncePerAccount + LIMITS.bodiesWaitingMax;
  const ends = Array.from({ length: own }, () => readers.open("alice", MB));
  const refused = readers.open("alice", MB)().catch(codeOf);
  expect(await refused).toBe("unavailable");
  const other = readers.open("bob", MB);
  await turn();
  expect(readers.begun).toContain("bob");
  await other();
  for (const end of ends) await end();
  expect(readers.begun).toHaveLength(own + 1);
});

test("bodies that are refused are counted by what they cost, those that are let in are not", async () => {
  let now = 0;
  const bodies = new Bodies(() => now);
  const read = (accepts: boolean, bytes: number, caller = "alice") =>
    bodies
      .run(caller, async (pass: BodyPass) => {
        await pass.hold(bytes);
        if (accepts) pass.accepted();
        return "read";
      })
      .catch(codeOf);
  const large = LIMITS.refusedBodiesPerMinuteMax * 64 * 1024;
  for (let n = 0; n < 3; n++) expect(await read(true, large)).toBe("read");
  expect(await read(false, large)).toBe("read");
  expect(await read(true, 1)).toBe("rate_limited");
  expect(await read(true, 1, "bob")).toBe("read");
  now += 120_000;
  expect(await read(true, 1)).toBe("read");
});
