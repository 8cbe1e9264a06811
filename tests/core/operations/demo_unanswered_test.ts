import { expect, test } from "bun:test";
import type { Caller } from "../../../src/core/access/context.ts";
import { signUp } from "../../../src/core/operations/sign_up.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { startStage } from "../core_harness.ts";
import { HOLD, NOTICE, pass } from "../time/clock.ts";

test("a demo request that nobody answers ends with its hold, and no mail tells of it", async () => {
  await using core = await startStage({ DEMO_PRICE: "5.00" });
  const accountId = core.services.newId("account");
  const caller: Caller = {
    principal: { kind: "newcomer", accountId, sessionId: "s" },
    via: "rest",
    requestId: "test",
  };
  const form = { displayName: "Mira", localPart: "mira" };
  await callOperation(core.services, signUp, caller, form);
  const status = "select status from payments";
  expect(await core.rows(status)).toEqual([["held"]]);
  await pass(core, HOLD - NOTICE);
  await pass(core, NOTICE);
  expect(await core.rows(status)).toEqual([["voided"]]);
  expect(await core.rows("select kind from deliveries")).toEqual([]);
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
});
