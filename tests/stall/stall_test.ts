import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import type { Aim } from "./aim.ts";
import type { Attack } from "./attacker.ts";
import { ATTACKS } from "./attacks.ts";
import { conversationsFor } from "./stage.ts";

/** How long nobody may keep the event loop, on a machine that is not busy. */
const STALL_MS = 50;
/** What the work of `unit` takes on such a machine. */
const UNIT_MS = 12;
const TRIES = 6;

let service: TestService;
let mallory: TestAccount;
let victim: TestAccount;
let worker: Worker;
let aim: Aim;

beforeAll(async () => {
  service = await startService();
  mallory = await service.addAccount("mallory");
  victim = await service.addAccount("victim");
  const { baseUrl } = service;
  aim = {
    baseUrl,
    token: mallory.token,
    to: victim.address,
    ...(await conversationsFor(service, {
      sender: victim,
      recipient: mallory,
    })),
  };
  worker = new Worker(new URL("./attacker.ts", import.meta.url));
}, 120_000);
afterAll(async () => {
  worker.terminate();
  await service[Symbol.asyncDispose]();
});

function attack(name: string): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ name, aim } satisfies Attack);
  });
}

/** The longest that the loop was kept while something went on. */
async function longestStall<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly stallMs: number }> {
  let stallMs = 0;
  let isOn = true;
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    stallMs = Math.max(stallMs, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await work();
    return { result, stallMs };
  } finally {
    isOn = false;
  }
}

/** Work of a known size: how fast this machine is just now. */
function unit(): number {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => [i]));
  const from = performance.now();
  JSON.parse(text);
  return performance.now() - from;
}

/** Others of this machine make a stall longer, never shorter: the least of some counts. */
async function leastStall(name: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const slowness = Math.max(1, unit() / UNIT_MS);
    const { result, stallMs } = await longestStall(() => attack(name));
    for (const status of result) expect(status).toBeLessThan(500);
    least = Math.min(least, stallMs / slowness);
    if (least <= STALL_MS) break;
  }
  return least;
}

for (const name of Object.keys(ATTACKS)) {
  test(`${name} keep the event loop no longer than anything may`, async () => {
    expect(await leastStall(name)).toBeLessThanOrEqual(STALL_MS);
    const path = "/v1/conversations?view=inbox&fields=summary";
    const answer = await service.fetch(path, { token: victim.token });
    expect(answer.status).toBe(200);
  }, 120_000);
}
