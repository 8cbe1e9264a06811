import { expect, test } from "bun:test";
import { eraseAccounts } from "../../../src/core/loops/account_erasing.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { addInboxRule } from "../../../src/core/operations/add_inbox_rule.ts";
import { addWebhook } from "../../../src/core/operations/add_webhook.ts";
import { continueDeletion } from "../../../src/core/operations/continue_deletion.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { Outage } from "../../outage.ts";
import { insertSession } from "../../sessions.ts";
import type { Stage } from "../core_harness.ts";
import {
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";
import { tablesWith } from "./tables_with.ts";

/** In everything that is Alice's alone, and in nothing else. */
const WORD = "zebra";

test("no word of a deleted account is left in any table, and every slice may be the last before a stop", async () => {
  const outage = new Outage();
  await using core = await startStage({}, outage.around);
  const { alice, bob } = core;
  const { accountId } = alice;
  await furnish(core);
  expect(await tablesWith(core.services, WORD)).toContain("auth_passkeys");
  const shared = await send(alice, { to: bob.address, title: "For both" });
  expect(await found(core)).toEqual([shared]);
  await bob.run(createConversation, { to: [alice.address], title: "Not yet" });
  await core.run(deleteAccount, { accountId, confirm: accountId });
  for (let hasMore = true; hasMore; ) {
    outage.failing = "writes";
    await expect(core.run(continueDeletion, { accountId })).rejects.toThrow();
    outage.failing = "nothing";
    ({ hasMore } = await core.run(continueDeletion, { accountId }));
  }
  expect(await tablesWith(core.services, WORD)).toEqual([]);
  expect(await found(core)).toEqual([]);
  expect((await bob.run(discoverAgents, { query: WORD })).items).toEqual([]);
  await bob.run(sendMessage, { conversationId: shared, text: "and goes on" });
  const { from, checkpoints } = await view(bob, shared);
  expect(from.name).toBe("Deleted account");
  expect(checkpoints).toMatchObject([
    {
      title: "Accept the request from Deleted account",
      askedBy: { name: "Deleted account" },
    },
  ]);
  expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
});

test("what was paid stays with whom it was paid to, and the ledger is right", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const { accountId } = alice;
  const id = await send(alice.asPerson(), { to: bob.address, price: "5" });
  await decide(bob.asPerson(), id, "approve");
  await bob.run(sendMessage, { conversationId: id, text: "done" });
  await bob.run(signReceipt, { conversationId: id, confirm: true });
  await core.run(deleteAccount, { accountId, confirm: accountId });
  await eraseAccounts(services);
  const { payment, from } = await view(bob, id);
  expect([payment?.status, from.name]).toEqual(["released", "Deleted account"]);
  expect(await isLedgerRight(core)).toBe(true);
  expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
});

/** Gives Alice one of each thing that is nobody else's. */
async function furnish({ alice, bob, services }: Stage): Promise<void> {
  const { accountId } = alice;
  const person = alice.asPerson();
  await alice.run(updateProfile, {
    name: `Alice ${WORD}`,
    description: WORD,
    listed: true,
  });
  await person.run(addInboxRule, { words: WORD, label: WORD, archive: true });
  const url = `https://${WORD}.example/hook`;
  await person.run(addWebhook, { url });
  await person.run(addCredential, { name: WORD });
  const { conversationId } = await alice.run(
    createConversation,
    { to: [bob.address], title: WORD, text: WORD },
    { idempotencyKey: WORD },
  );
  await alice.run(updateConversation, { conversationId, addLabels: [WORD] });
  await alice.run(addArtifact, {
    conversationId,
    name: `${WORD}.txt`,
    mimeType: "text/plain",
    bytes: btoa(WORD),
  });
  await insertSession(services, alice, { userAgent: WORD });
  await services.db.commit([
    {
      sql: "insert into auth_passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up) values (?, ?, '', ?, '', 0, '', 0)",
      args: [WORD, WORD, accountId],
    },
  ]);
}

/** The conversations that Bob finds by the word. */
async function found({ bob }: Stage): Promise<readonly string[]> {
  const { conversations } = await bob.run(listConversations, { q: WORD });
  return conversations.map(({ id }) => id);
}
