import { expect, test } from "bun:test";
import Sqlite from "libsql";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { recordOf } from "../../../src/core/audit/record.ts";
import { auditStore } from "../../../src/core/audit/store.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { failure } from "../core_harness.ts";
import type { Opened } from "../fixture.ts";
import { openCore } from "../fixture.ts";

test("a chain longer than a page verifies over its pages", async () => {
  await using core = await openCore();
  const { accountId } = await core.add();
  await core.add();
  const { db } = core.services;
  const audit = auditStore(db);
  const changes = Array.from({ length: LIMITS.auditPageMax }, () => ({
    chainId: accountId,
    type: "flags.changed",
  }));
  const { mac } = core.services.signer;
  const head = await audit.head(accountId);
  const record = recordOf(
    head,
    { chainId: accountId, changes },
    {
      now: 0,
      actor: { kind: "system" },
      via: "system",
      requestId: "r",
      newEventId: () => "evt",
      newSalt: () => "salt",
      mac,
    },
  );
  await db.commit([audit.append(record)]);
  const verified = await core.run(verifyAudit, OPERATOR, {});
  const records = 2 + LIMITS.auditPageMax + 2;
  expect(verified).toMatchObject({
    ok: true,
    chains: 2,
    records,
    faults: [],
    omitted: 0,
  });
  const one = { conversationId: accountId };
  expect(await core.run(verifyAudit, OPERATOR, one)).toMatchObject({
    ok: true,
    chains: 1,
  });
  const none = { conversationId: "cnv_none" };
  const refused = await failure(core.run(verifyAudit, OPERATOR, none));
  expect(refused.message).toBe(
    "Cannot find an audit chain of this conversation.",
  );
});

const TAMPERINGS: readonly (readonly [
  what: string,
  sql: string,
  seq: number,
])[] = [
  [
    "a changed text",
    "UPDATE audit_records SET body = replace(body, 'claimed', 'blamed') WHERE first = 1",
    1,
  ],
  ["a removed record", "DELETE FROM audit_records WHERE first = 1", 4],
  [
    "a changed hash",
    "UPDATE audit_records SET hash = randomblob(32) WHERE first = 4",
    4,
  ],
  [
    "a lost event number",
    "UPDATE audit_records SET event_seq = 7 WHERE first = 1",
    1,
  ],
];

for (const [what, sql, seq] of TAMPERINGS) {
  test(`${what} is found`, async () => {
    await using core = await openCore();
    const { accountId } = await core.add("alice");
    const input = { accountId, amount: "1.00" };
    await core.run(creditAccount, OPERATOR, input);
    const tampered = await tamper(core, sql);
    expect(tampered).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([
        expect.objectContaining({ chainId: accountId, seq }),
      ]),
    });
  });
}

/** Changes the closed file as an intruder would, then verifies it. */
async function tamper(core: Opened, sql: string) {
  await core.services.close();
  const file = new Sqlite(`${core.directory}/inbox.db`);
  file.exec("DROP TRIGGER audit_records_no_update");
  file.exec("DROP TRIGGER audit_records_no_delete");
  file.exec(sql);
  file.close();
  const services = await openServices(core.config);
  const caller = { principal: OPERATOR, via: "cli", requestId: "" } as const;
  const { output } = await callOperation(services, verifyAudit, caller, {});
  await services.close();
  return output;
}
