import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { oneFile } from "../scripts/one_file.ts";
import { readConfig } from "../src/config/config.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import { openServices } from "../src/process/open_services.ts";
import { DAY, send } from "./core/core_harness.ts";
import { linesOf } from "./core/db/fixture.ts";
import { SQLD, startServer } from "./core/db/sqld.ts";
import {
  checkAgents,
  checkAnswered,
  checkMoney,
  checkRetried,
  checkSwept,
  operator,
} from "./crash_checks.ts";
import type { ChildOrder, Said } from "./crash_child.ts";
import { peopleOf, settingsOf } from "./crash_child.ts";
import { Line } from "./line.ts";
import { sample } from "./proof.ts";

setDefaultTimeout(sample(180_000, 1_800_000));

/** How often everything fails once, and how many answers come before each failure. */
const ROUNDS = sample(1, 12);
const ANSWERS = sample(30, 300);
const OVERDUE = 20;
const CHILD = await oneFile("tests/crash_child.ts");

type People = Pick<ChildOrder, "alice" | "bob">;

/** The answers of all nodes, and the call that waits for more of them. */
class Heard {
  readonly said: Said[] = [];
  readonly errors: string[] = [];
  answered = 0;
  #waiting:
    | (PromiseWithResolvers<void> & { readonly count: number })
    | undefined;

  /** Resolves once so many more requests were answered. */
  async more(count: number): Promise<void> {
    const more = Promise.withResolvers<void>();
    this.#waiting = { ...more, count: this.answered + count };
    await more.promise;
  }

  /** Ends the wait with an error: a node has ended by itself. */
  fail(): void {
    const last = this.errors.slice(-20).join("\n");
    this.#waiting?.reject(new Error(`A node has ended: ${last}`));
  }

  hear(line: string): void {
    const one: Said = JSON.parse(line);
    this.said.push(one);
    if (one.what === "answered") this.answered += 1;
    if (this.#waiting && this.answered >= this.#waiting.count) {
      this.#waiting.resolve();
    }
  }
}

/** A node that does the acts of a day until it is killed. */
function startNode(order: ChildOrder, heard: Heard) {
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(order)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const saying = (async () => {
    for await (const line of linesOf(child.stdout)) heard.hear(line);
  })();
  const complaining = (async () => {
    for await (const line of linesOf(child.stderr)) heard.errors.push(line);
  })();
  void Promise.all([child.exited, complaining]).then(() => {
    if (child.signalCode !== "SIGKILL") heard.fail();
  });
  return {
    async kill() {
      child.kill("SIGKILL");
      await Promise.all([child.exited, saying, complaining]);
      expect(child.signalCode).toBe("SIGKILL");
    },
  };
}

/** Two accounts, and holds between them that are over when the nodes begin. */
async function prepare(databaseUrl: string): Promise<People> {
  const config = readConfig(settingsOf(databaseUrl));
  const open = (ago: number) =>
    openServices(config, { clock: () => Date.now() - ago });
  const services = await open(2 * LIMITS.holdDaysDefault * DAY);
  const { add } = operator(services);
  const people = { alice: await add("alice"), bob: await add("bob") };
  const { alice, bob } = peopleOf(services, people);
  const to = bob.address;
  for (let i = 0; i < OVERDUE; i++) {
    await send(alice, { to, title: `overdue-${i}`, price: "0.01" });
  }
  await services.close();
  return people;
}

describe.skipIf(!existsSync(SQLD))("a day of two nodes", () => {
  test("kills of nodes and primary, a cut network and lost answers lose nothing that was answered and double nothing", async () => {
    await using server = await startServer();
    const people = await prepare(server.url);
    await using line = new Line(server.url);
    const heard = new Heard();
    let runs = 0;
    const start = () => {
      const run = `node${++runs}`;
      const { url: databaseUrl, back } = line;
      return startNode({ databaseUrl, back, run, ...people }, heard);
    };
    let [first, second] = [start(), start()];
    for (let round = 0; round < ROUNDS; round++) {
      await heard.more(ANSWERS);
      await line.during("cut", () => line.fails());
      await heard.more(ANSWERS);
      await line.during("deaf", () => line.fails());
      await heard.more(ANSWERS);
      await line.during("whole", () => server.restart());
      await heard.more(ANSWERS);
      await first.kill();
      [first, second] = [second, start()];
    }
    await heard.more(ANSWERS);
    await Promise.all([first.kill(), second.kill()]);
    // Whatever fails is told of in the log, in lines of JSON, and by nothing else.
    for (const said of heard.errors) expect(said).toStartWith('{"');
    await check(server.url, people, heard.said);
  });
});

async function check(
  databaseUrl: string,
  people: People,
  said: readonly Said[],
) {
  const answered = said.filter(({ what }) => what === "answered");
  const done = new Set(answered.map(({ key }) => key));
  const underWay = said.filter(
    ({ what, key }) => what === "asked" && !done.has(key),
  );
  expect(underWay.length).toBeGreaterThan(0);
  const services = await openServices(readConfig(settingsOf(databaseUrl)));
  try {
    const actors = peopleOf(services, people);
    await checkMoney(services);
    await checkAnswered(actors, answered);
    await checkSwept(services);
    await checkRetried(services, actors, underWay);
    await checkMoney(services);
    await checkAnswered(actors, answered);
    await checkAgents(services);
  } finally {
    await services.close();
  }
}
