import { expect, test } from "bun:test";
import type { CommandCall } from "../../../src/core/access/context.ts";
import type { Principal } from "../../../src/core/access/principal.ts";
import {
  ANONYMOUS,
  OPERATOR,
  SYSTEM,
} from "../../../src/core/access/principal.ts";
import { announceHoldEnd } from "../../../src/core/operations/announce_hold_end.ts";
import { cancelUnpaid } from "../../../src/core/operations/cancel_unpaid.ts";
import { escalateCheckpoint } from "../../../src/core/operations/escalate_checkpoint.ts";
import { expireCheckpoint } from "../../../src/core/operations/expire_checkpoint.ts";
import { expireHold } from "../../../src/core/operations/expire_hold.ts";
import { pruneExpired } from "../../../src/core/operations/prune_expired.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import { expiryOf, momentOf } from "../../../src/core/review/expiry.ts";
import type { TestCore } from "../core_harness.ts";
import { START, startCore, thrown } from "../core_harness.ts";

const callAs = ({ services }: TestCore, principal: Principal): CommandCall => ({
  ...queryCall(services, { principal, via: "system", requestId: "test" }),
  write() {},
  record() {},
  wake() {},
  changed() {},
  tellDevices() {},
  committed() {},
  refuseAfter() {},
  cover() {},
  endOf: () => 0,
});

test("the clock may end something from its moment on, not before, and not without one", async () => {
  await using core = await startCore();
  const call = callAs(core, SYSTEM);
  const given = expiryOf(call, START);
  expect(given && momentOf(given)).toBe(START);
  expect(expiryOf(call, START + 1)).toBeUndefined();
  expect(expiryOf(call, null)).toBeUndefined();
});

test("nobody but the service itself is given the clock's permission", async () => {
  await using core = await startCore();
  const { principal } = await core.account("alice");
  for (const other of [principal, OPERATOR, ANONYMOUS]) {
    const error = thrown(() => expiryOf(callAs(core, other), START));
    expect(error.code).toBe("forbidden");
  }
});

test("no member may do what the clock does", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  for (const operation of [
    announceHoldEnd,
    cancelUnpaid,
    escalateCheckpoint,
    expireCheckpoint,
    expireHold,
    pruneExpired,
  ]) {
    const input = { conversationId: "cnv_0" };
    expect((await alice.refused(operation, input)).code).toBe("forbidden");
  }
});
