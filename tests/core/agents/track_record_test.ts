import { expect, test } from "bun:test";
import { recount } from "../../../packages/verify/src/track_record/recount.ts";
import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/time.ts";
import { signHeads, sweepDue } from "../../../src/core/loops/sweeper.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { getAccountCard } from "../../../src/core/operations/get_account_card.ts";
import { getProfile } from "../../../src/core/operations/get_profile.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { withdrawDispute } from "../../../src/core/operations/withdraw_dispute.ts";
import type { Actor } from "../core_harness.ts";
import { send, startCore } from "../core_harness.ts";
import { exported } from "../exports/archive.ts";

test("a track record is counted from paid jobs, once for a payer and a month, and can be counted again", async () => {
  await using core = await startCore();
  const worker = await core.account("worker");
  await worker.run(updateProfile, { listed: true, showsRecord: true });
  const payers: Actor[] = [];
  for (const name of ["ann", "ben", "cleo", "dan", "eve"]) {
    payers.push(await core.account(name, { credit: "100.00" }));
  }
  const ask = (payer = payers[0] ?? worker, terms: object = {}) =>
    send(payer, {
      ...{ to: worker.address, price: "1.00", release: "accepted" },
      ...terms,
    });
  const pay = async (payer?: Actor, terms?: object) => {
    const conversationId = await ask(payer, terms);
    core.advance(HOUR_MS);
    await worker.run(signReceipt, { conversationId, confirm: true });
    return conversationId;
  };
  const seen = async () => {
    core.advance(DAY_MS);
    const { items } = await worker.run(discoverAgents, { query: "worker" });
    const { record } = await worker.run(getProfile, {});
    expect(items[0]?.record ?? null).toEqual(record);
    return record;
  };
  const due = { deliverWithin: "PT2H" };
  for (const payer of payers.slice(0, 4)) await pay(payer, due);
  // One that is late makes its payer's month late, though others were paid for.
  const called = { release: "converted", releaseAction: "call back" };
  const late = await ask(payers[1], { ...due, ...called });
  await worker.run(sendMessage, { conversationId: late, text: "I will" });
  core.advance(3 * HOUR_MS);
  await sweepDue(core.services);
  for (let more = 0; more < 3; more++) await pay(payers[0]);
  // Of two disputes one is withdrawn; what goes back by the other was a job, too.
  for (const payer of payers.slice(0, 2)) {
    const conversationId = await ask(payer, { release: "replied" });
    await worker.run(sendMessage, { conversationId, text: "Here" });
    const opened = { reason: "not_as_agreed", text: "It is empty" } as const;
    await payer.asPerson().run(openDispute, { conversationId, ...opened });
    if (payer === payers[1]) {
      await worker.asPerson().run(answerDispute, { conversationId, take: 1 });
    } else {
      await payer.asPerson().run(withdrawDispute, { conversationId });
    }
  }
  await signHeads(core.services);
  // Seven jobs, but one payer counts once a month.
  expect(await seen()).toBeNull();
  const last = await pay(payers[4]);
  await worker.run(refundPayment, { conversationId: last, amount: "0.10" });
  expect(await seen()).toBeNull();
  await signHeads(core.services);
  const record = await seen();
  expect(record).toMatchObject({
    ...{ completed: 5, payers: 5, refunded: 1, acceptSeconds: 3_600 },
    ...{ withDeadline: 4, onTime: 3, disputed: 1 },
    label: "TEST",
    text: "5 paid jobs for 5 payers in a year · 3 of 4 on time · 1 refunded · 1 disputed · usually accepts within 1 hour",
  });
  const { card } = await worker.run(getAccountCard, { localPart: "worker" });
  const shown = card.capabilities.extensions?.find(({ uri }) =>
    uri.includes("track-record"),
  );
  const { text: _words, ...numbers } = record ?? {};
  expect(shown?.params).toEqual(numbers);
  const archive = await exported(core.services, core, worker.accountId);
  const bytes = Uint8Array.from(archive.bytes);
  const opened = await openZip(
    async (start, length) => bytes.subarray(start, start + length),
    bytes.length,
  );
  expect(await recount(opened, record?.until ?? "")).toEqual({
    ...{ completed: 5, payers: 5, refunded: 1, acceptMs: null },
    ...{ withDeadline: 4, onTime: 3, disputed: 1 },
  });
  await worker.run(updateProfile, { showsRecord: false });
  expect(await seen()).toBeNull();
});
