import { expect, test } from "bun:test";
import { retryAfterMs } from "../../../src/core/delivery/back_off.ts";
import type { Came } from "../../../src/core/delivery/outcome.ts";
import { standingAfter } from "../../../src/core/delivery/outcome.ts";
import { DELIVERY_SENDERS } from "../../../src/core/senders/mod.ts";
import { START } from "../core_harness.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The schedules in docs/webhooks.md, docs/events.md and docs/mail.md. */
const PUBLISHED = {
  webhook: [
    ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
    ...Array.from({ length: 6 }, () => 10 * HOUR),
  ],
  push: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
  mail: [
    ...[1, 2, 4, 8, 16, 32, 64, 128, 256].map((it) => it * MINUTE),
    ...Array.from({ length: 6 }, () => 6 * HOUR),
  ],
} as const;

interface Tried {
  readonly attempts: number;
  readonly came: Came;
  readonly random?: number;
  readonly afterMs?: number;
}

function after(
  schedule: readonly number[],
  { attempts, came, random = 0, afterMs = 0 }: Tried,
) {
  const delivery = { attempts, dueAt: START - 1, createdAt: START - HOUR };
  const how = { now: START, random, schedule };
  return standingAfter(delivery, { came, afterMs }, how);
}

for (const name of ["webhook", "push", "mail"] as const) {
  const { schedule } = DELIVERY_SENDERS[name];

  test(`${name}: each try comes after the published pause, up to a fifth later by chance`, () => {
    expect(schedule).toEqual(PUBLISHED[name]);
    for (const [index, pause] of PUBLISHED[name].entries()) {
      for (const random of [0, 0.5, 1]) {
        const tried = { attempts: index + 1, came: "retry", random } as const;
        expect(after(schedule, tried)).toEqual({
          ...{ status: "waiting", attempts: index + 1, settledAt: null },
          dueAt: START + Math.round(pause * (1 + 0.2 * random)),
        });
      }
    }
  });

  test(`${name}: after the last try it has failed, and what is gone or refused fails at once`, () => {
    const last = schedule.length + 1;
    const failed = { status: "failed", settledAt: START };
    for (const [attempts, came] of [
      [last, "retry"],
      [1, "failed"],
      [1, "gone"],
    ] as const) {
      expect(after(schedule, { attempts, came })).toMatchObject(failed);
    }
  });

  test(`${name}: what is not for now waits, and no try is counted`, () => {
    const later = { attempts: 1, came: "later", afterMs: HOUR } as const;
    expect(after(schedule, later)).toEqual({
      ...{ status: "waiting", attempts: 0, settledAt: null },
      dueAt: START + HOUR,
    });
  });
}

test("a receiver puts a delivery off, for a day at most, and never sooner", () => {
  const { schedule } = DELIVERY_SENDERS.webhook;
  const pause = (attempts: number, afterMs: number) =>
    after(schedule, { attempts, came: "retry", afterMs }).dueAt - START;
  expect(pause(1, 10 * MINUTE)).toBe(10 * MINUTE);
  expect(pause(4, 10 * MINUTE)).toBe(2 * HOUR);
  expect(pause(1, 900 * HOUR)).toBe(24 * HOUR);
  expect(retryAfterMs("120", START)).toBe(120_000);
  const date = new Date(START + 5_000).toUTCString();
  expect(retryAfterMs(date, START)).toBe(5_000);
  expect(retryAfterMs("soon", START)).toBe(0);
});

test("a message to another service is tried for three days, however often signs of life bring it forward", () => {
  const { schedule, keptMs } = DELIVERY_SENDERS.a2a;
  const tried = { attempts: 200, dueAt: START, createdAt: START };
  const at = (now: number) => {
    const how = { now, random: 0, schedule, keptMs };
    return standingAfter(tried, { came: "retry" }, how);
  };
  expect(at(START + 71 * HOUR)).toMatchObject({
    status: "waiting",
    dueAt: START + 81 * HOUR,
  });
  expect(at(START + 72 * HOUR)).toMatchObject({ status: "failed" });
});
