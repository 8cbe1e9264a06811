import { afterEach, expect, setSystemTime, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { enableAccount } from "../../../src/core/operations/enable_account.ts";
import { replayWebhook } from "../../../src/core/operations/replay_webhook.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { rotateWebhook } from "../../../src/core/operations/rotate_webhook.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { updateWebhook } from "../../../src/core/operations/update_webhook.ts";
import type { Actor } from "../core_harness.ts";
import { START } from "../core_harness.ts";
import type { Receiver, Sending } from "./receiver.ts";
import { logOf, startReceiver, startSending, webhookOf } from "./receiver.ts";

afterEach(() => void setSystemTime());

const AT_ONCE = LIMITS.deliveriesAtOnceOfOne;

const TYPES = ["clients", "coworkers", "friends_family"] as const;

/** Several things that happen, each of which is an event. */
async function happen({ carol }: Sending, who: Actor): Promise<void> {
  const { address } = carol;
  for (let count = 0; count <= AT_ONCE; count++) {
    const contactType = TYPES[count % TYPES.length] ?? "everyone";
    await who.run(saveContact, { address, contactType });
  }
}

/** Has something done when the first message arrives, while others wait. */
function onFirst(receiver: Receiver, act: () => Promise<unknown>): void {
  let done: Promise<unknown> | undefined;
  receiver.answer = async () => {
    done ??= act();
    await done;
    return new Response(null, { status: 204 });
  };
}

const CONTACTS = ["contact.changed"] as const;

test("what its owner changes while much waits counts for the next message", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  using other = startReceiver();
  setSystemTime(START);
  const bob = core.bob.asPerson();
  const { webhookId } = await webhookOf(bob, receiver, [...CONTACTS]);
  await happen(core, bob);
  let secret = "";
  onFirst(receiver, async () => {
    await bob.run(updateWebhook, { webhookId, url: other.url });
    ({ secret } = await bob.run(rotateWebhook, { webhookId }));
  });
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
  expect(other.received).toHaveLength(1);
  for (const { body, headers } of other.received) {
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(new Webhook(secret).verify(body, headers)).toBeObject();
  }

  await happen(core, bob);
  other.received.length = 0;
  onFirst(other, () => bob.run(updateWebhook, { webhookId, active: false }));
  await core.deliver();
  await core.deliver();
  expect(other.received).toHaveLength(AT_ONCE);
  await bob.run(updateWebhook, { webhookId, active: true });
  await core.deliver();
  expect(other.received).toHaveLength(AT_ONCE + 1);
});

test("an access that ends or reads less meanwhile is sent nothing more of what waits", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const scopes = ["webhooks:manage" as const, "contacts:read" as const];
  const { credential } = await bob.run(addCredential, { name: "x", scopes });
  const agent = core.bob.as({ credentialId: credential.id, scopes });
  const { webhookId } = await webhookOf(agent, receiver);
  const grants = (granted: readonly string[]) =>
    core.services.db.commit([
      {
        sql: "update credentials set scopes = ? where id = ?",
        args: [JSON.stringify(granted), credential.id],
      },
    ]);
  await happen(core, bob);
  onFirst(receiver, () => grants(["webhooks:manage"]));
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
  const [withheld] = await logOf(agent, webhookId);
  expect(withheld).toMatchObject({
    status: "failed",
    attempts: [{ status: null, error: "insufficient_scope" }],
  });
  const deliveryId = withheld?.deliveryId ?? "";
  await agent.run(replayWebhook, { webhookId, deliveryId });
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
  await grants(scopes);
  await agent.run(replayWebhook, { webhookId, deliveryId });
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE + 1);

  await happen(core, bob);
  receiver.received.length = 0;
  onFirst(receiver, () =>
    bob.run(revokeCredential, { credentialId: credential.id }),
  );
  await core.deliver();
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
});

test("of an account that is closed nothing is sent, also of what waits; opened again it goes on", async () => {
  await using core = await startSending();
  using receiver = startReceiver();
  const bob = core.bob.asPerson();
  const { accountId } = bob;
  const { webhookId } = await webhookOf(bob, receiver, [...CONTACTS]);
  await happen(core, bob);
  onFirst(receiver, () => core.run(disableAccount, { accountId }));
  await core.deliver();
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
  await core.run(enableAccount, { accountId });
  await core.deliver();
  expect(receiver.received).toHaveLength(AT_ONCE + 1);
  const log = await logOf(bob, webhookId);
  expect(new Set(log.map(({ status }) => status))).toEqual(
    new Set(["delivered"]),
  );
});
