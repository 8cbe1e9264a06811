import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getBalance } from "../../../src/core/operations/get_balance.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { DAY, send, startStage, view, withReceipt } from "../core_harness.ts";
import { SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

const TIMEOUT_MS = 20_000;

const available = async (who: Actor) =>
  (await who.run(getBalance, {})).available.amount;

/** Nothing is missing, out of order or counted twice, whoever looks. */
async function expectSound({ run }: Stage) {
  expect((await run(verifyAudit, {})).faults).toEqual([]);
  expect((await run(verifyLedger, {})).faults).toEqual([]);
}

describe.skipIf(!existsSync(SQLD))("on a libSQL server", () => {
  test(
    "a paid request is answered, signed and found again, in order",
    async () => {
      await using server = await startServer();
      await using core = await startStage({ ...server.settings });
      const { alice, bob, carol } = core;
      const conversationId = await send(alice, {
        to: bob.address,
        cc: carol.address,
        title: "Plans",
        price: "5",
      });
      const texts = Array.from({ length: 12 }, (_, index) => `answer ${index}`);
      for (const text of texts) {
        await bob.run(sendMessage, { conversationId, text, mode: "reply-all" });
      }
      const file = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };
      await bob.run(addArtifact, { conversationId, ...file });
      const { receipt } = await withReceipt(
        bob.run(signReceipt, {
          conversationId,
          confirm: true,
        }),
      );
      expect(receipt.evidence.messageIds).toHaveLength(12);
      const seen = await view(carol, conversationId);
      expect(seen.messages.map(({ text }) => text)).toEqual([
        "words",
        ...texts,
      ]);
      expect(seen.participants.map(({ role }) => role)).toEqual([
        "sender",
        "to",
        "cc",
      ]);
      const { conversations } = await alice.run(listConversations, {
        view: "sent",
      });
      expect(conversations).toMatchObject([{ id: conversationId }]);
      const { records } = await alice.run(readAudit, { conversationId });
      expect(records.at(-1)?.type).toBe("conversation.completed");
      expect(await available(bob)).toBe("105.00");
      await expectSound(core);
    },
    TIMEOUT_MS,
  );

  test(
    "a hold that runs out goes back, and the day's limit of an agent holds in a race",
    async () => {
      await using server = await startServer();
      await using core = await startStage({ ...server.settings });
      const { alice, bob, run } = core;
      const { credential } = await run(addCredential, {
        accountId: alice.accountId,
        name: "Buyer",
        limits: { perDay: 3 },
      });
      const buyer = alice.as({
        credentialId: credential.id,
        perDay: 3_000_000,
      });
      const made = await Promise.all(
        Array.from({ length: 12 }, () =>
          buyer.run(createConversation, {
            to: bob.address,
            text: "x",
            price: 1,
            submit: true,
          }),
        ),
      );
      const states = made.map(({ state }) => state);
      expect(states.filter((it) => it === "submitted")).toHaveLength(3);
      expect(states.filter((it) => it === "input-required")).toHaveLength(9);
      expect(await available(alice)).toBe("97.00");
      core.advance(LIMITS.holdDaysDefault * DAY);
      await sweepDue(core.services);
      expect(await available(alice)).toBe("100.00");
      await expectSound(core);
      const sql = `update ledger_accounts set balance = balance + 1 where id = 'wallet:${bob.accountId}'`;
      await core.services.db.commit([{ sql, args: [] }]);
      const { faults } = await run(verifyLedger, {});
      expect(faults).toMatchObject([{ about: `wallet:${bob.accountId}` }]);
    },
    TIMEOUT_MS,
  );
});
