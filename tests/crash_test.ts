import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rm } from "node:fs/promises";
import { oneFile } from "../scripts/one_file.ts";
import { readConfig } from "../src/config/config.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { openServices } from "../src/process/open_services.ts";
import { DAY, send } from "./core/core_harness.ts";
import {
  checkAgents,
  checkAnswered,
  checkMoney,
  checkRetried,
  checkSwept,
  operator,
} from "./crash_checks.ts";
import type { ChildOrder, Said } from "./crash_child.ts";
import { IN_FLIGHT, peopleOf, settingsOf } from "./crash_child.ts";
import { emptyDirectory } from "./directory.ts";
import { createRandom } from "./invariants/random.ts";
import { sample } from "./proof.ts";

// The last rounds of the proof verify what all of them have left.
setDefaultTimeout(sample(60_000, 240_000));

const SEED = 20_260_115;
const ROUNDS = sample(1, 12);
const OVERDUE = 100;
const HOLD_MS = LIMITS.holdDaysDefault * DAY;
const CHILD = await oneFile("tests/crash_child.ts");

let directory = "";
let people: Pick<ChildOrder, "alice" | "bob">;
const random = createRandom(SEED);

const databaseUrl = () => `file:${directory}/inbox.db`;

function reopen(clock: () => number = Date.now): Promise<OpenServices> {
  return openServices(readConfig(settingsOf(databaseUrl())), { clock });
}

/** Holds that are over when the child begins, so that it is killed while it ends them. */
async function leaveOverdue(run: string): Promise<void> {
  const services = await reopen(() => Date.now() - 2 * HOLD_MS);
  const { alice, bob } = peopleOf(services, people);
  const sent = Array.from({ length: OVERDUE }, (_, index) =>
    send(alice, {
      to: bob.address,
      title: `${run}-overdue-${index}`,
      price: "0.01",
    }),
  );
  await Promise.all(sent);
  await services.close();
}

beforeAll(async () => {
  directory = await emptyDirectory("inbox-crash-");
  const services = await reopen();
  const { add } = operator(services);
  people = { alice: await add("alice"), bob: await add("bob") };
  await services.close();
});

afterAll(() => rm(directory, { recursive: true }));

/** Runs a child until it has answered so often, kills it, gives all it said. */
async function loadAndKill(run: string, answers: number): Promise<Said[]> {
  const order: ChildOrder = { databaseUrl: databaseUrl(), run, ...people };
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(order)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const said: Said[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  let answered = 0;
  for await (const chunk of child.stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const one: Said = JSON.parse(line);
      said.push(one);
      if (one.what === "answered") answered += 1;
    }
    // Requests are under way then: those of one commit are answered together.
    const hasMore = said.length > 2 * answered;
    if (answered >= answers && hasMore) child.kill("SIGKILL");
  }
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  return said;
}

/** Requests that a kill has met under way, over all rounds. */
let caught = 0;

for (let round = 1; round <= ROUNDS; round++) {
  const answers = 20 + random.int(sample(300, 700));
  test(`kill -9 after ${answers} answers loses none of them and doubles nothing (seed ${SEED}, round ${round})`, async () => {
    await leaveOverdue(`run${round}`);
    const said = await loadAndKill(`run${round}`, answers);
    const answered = said.filter(({ what }) => what === "answered");
    const done = new Set(answered.map(({ key }) => key));
    const underWay = said.filter(
      ({ what, key }) => what === "asked" && !done.has(key),
    );
    expect(answered.length).toBeGreaterThanOrEqual(answers);
    caught += underWay.length;
    expect(underWay.length).toBeLessThanOrEqual(IN_FLIGHT);
    const services = await reopen();
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
  });
}

// One round alone may meet none.
test("the kills hit running requests", () => {
  expect(caught).toBeGreaterThan(0);
});
