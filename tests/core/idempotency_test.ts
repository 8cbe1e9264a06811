import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Actor, Stage } from "./core_harness.ts";
import { refusal, send, startStage, view } from "./core_harness.ts";

const KEY = { idempotencyKey: "key-1" };

function create(actor: Actor, text = "words", key = KEY) {
  return actor.run(
    createConversation,
    { to: "carol@inbox.localhost", text, submit: true },
    key,
  );
}

async function count(core: Stage, table: string): Promise<number> {
  return (await core.rows(`select 1 from ${table}`)).length;
}

test("a repeated request has one effect and gives the same result, marked as repeated", async () => {
  await using core = await startStage();
  const { alice } = core;
  const call = () =>
    callOperation(
      core.services,
      createConversation,
      {
        principal: alice.principal,
        via: "rest",
        requestId: "again",
        ...KEY,
      },
      { to: "carol@inbox.localhost", text: "words", price: "5", submit: true },
    );
  const first = await call();
  const second = await call();
  expect([first.replayed, second.replayed]).toEqual([false, true]);
  expect(second.output).toEqual(first.output);
  expect(await count(core, "conversations")).toBe(1);
  expect(await count(core, "ledger_transfers where kind = 'hold'")).toBe(1);
});

test("a repeat shows the conversation as it is now", async () => {
  await using core = await startStage();
  const first = await create(core.alice);
  const { conversationId } = first;
  await core.carol.run(sendMessage, { conversationId, text: "answer" });
  const again = await create(core.alice);
  const { conversation, ...kept } = again;
  const { conversation: _before, ...given } = first;
  expect(kept).toEqual(given);
  expect(conversation).toEqual(await view(core.alice, conversationId));
  expect(conversation.messages).toHaveLength(2);
});

test("a repeated reply is not appended twice", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const input = { conversationId, text: "answer" };
  const first = await bob.run(sendMessage, input, KEY);
  await bob.run(sendMessage, { ...input, text: "another" });
  const again = await bob.run(sendMessage, input, KEY);
  expect(again.messageId).toBe(first.messageId);
  expect((await view(bob, conversationId)).messageCount).toBe(3);
});

test("the same key for another request is refused", async () => {
  await using core = await startStage();
  await create(core.alice);
  const other = await refusal(create(core.alice, "other words"));
  expect(other.code).toBe("idempotency_mismatch");
  const operation = await core.alice.refused(
    cancelConversation,
    { conversationId: "cnv_1", reason: "no" },
    KEY,
  );
  expect(operation.code).toBe("idempotency_mismatch");
  expect(await count(core, "conversations")).toBe(1);
});

test("the order of a request's members does not make it another one", async () => {
  await using core = await startStage();
  const { alice } = core;
  const first = await alice.run(
    createConversation,
    { title: "a", text: "b" },
    KEY,
  );
  const again = await alice.run(
    createConversation,
    { text: "b", title: "a" },
    KEY,
  );
  expect(again.conversationId).toBe(first.conversationId);
});

test("a key belongs to its account: another account's same key is another request", async () => {
  await using core = await startStage();
  const [first, second] = [await create(core.alice), await create(core.bob)];
  expect(first.conversationId).not.toBe(second.conversationId);
});

test("all credentials of an account share its keys", async () => {
  await using core = await startStage();
  const first = await create(core.alice);
  const session = core.alice.as({ kind: "person" });
  const again = await create(session);
  expect(again.conversationId).toBe(first.conversationId);
});

test("a repeat is checked for access like any request", async () => {
  await using core = await startStage();
  await create(core.alice);
  const reader = core.alice.as({ scopes: ["conversations:read"] });
  const error = await refusal(create(reader));
  expect(error.code).toBe("insufficient_scope");
});

test("of twenty at once one is done, and the others wait for what it gives", async () => {
  await using core = await startStage();
  const made = await Promise.all(
    Array.from({ length: 20 }, () => create(core.alice)),
  );
  expect(new Set(made.map((it) => it.conversationId)).size).toBe(1);
  expect(await count(core, "conversations")).toBe(1);
});

test("of twenty at once that fail each hears why, and none that it has to wait", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const codes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const empty = { to: bob.address, submit: true };
      return (await alice.refused(createConversation, empty, KEY)).code;
    }),
  );
  expect(new Set(codes)).toEqual(new Set(["invalid_input"]));
  expect(await count(core, "conversations")).toBe(0);
});

test("whoever waits in vain for the first hears that it is still running", async () => {
  await using core = await startStage();
  const { alice, services } = core;
  const first = Promise.withResolvers<void>();
  services.inFlight.set(
    `${alice.accountId} ${KEY.idempotencyKey}`,
    first.promise,
  );
  const error = await refusal(create(alice));
  expect(error.code).toBe("idempotency_in_flight");
  services.inFlight.clear();
  expect((await create(alice)).conversationId).toStartWith("cnv_");
});

test("a failed request is not remembered: its key may try again", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const empty = await alice.refused(
    createConversation,
    { to: bob.address, submit: true },
    KEY,
  );
  expect(empty.code).toBe("invalid_input");
  const unknown = await alice.refused(
    sendMessage,
    { conversationId: "cnv_unknown", text: "x" },
    KEY,
  );
  expect(unknown.code).toBe("conversation_not_found");
  expect(await count(core, "idempotency_keys")).toBe(0);
  expect((await create(alice)).state).toBe("submitted");
});

test("a request that changed nothing is not remembered", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const cancel = { conversationId, reason: "no" };
  await alice.run(cancelConversation, cancel);
  await alice.run(cancelConversation, cancel, KEY);
  expect(await count(core, "idempotency_keys")).toBe(0);
});

test("a repeat after the draft was deleted says that it is gone", async () => {
  await using core = await startStage();
  const { alice } = core;
  const input = { text: "draft" };
  const { conversationId } = await alice.run(createConversation, input, KEY);
  await alice.run(deleteDraft, { conversationId });
  const error = await alice.refused(createConversation, input, KEY);
  expect(error.code).toBe("conversation_not_found");
});

test("a query takes a key and needs none", async () => {
  await using core = await startStage();
  const { conversationId } = await create(core.alice);
  const read = await core.alice.run(
    getConversation,
    { conversationId },
    { idempotencyKey: "other key with blanks is fine for a read" },
  );
  expect(read.conversationId).toBe(conversationId);
});

const GOOD_KEYS = ["a", "8e03978e-40d5-43e8-bc93-6894a57f9324", "~!*'()"];
const BAD_KEYS: Readonly<Record<string, string>> = {
  "an empty key": "",
  "a key with a blank": "a b",
  "a key with a control": "a\nb",
  "a key beyond ASCII": "ключ",
  "a key that is too long": "k".repeat(LIMITS.idempotencyKeyCharsMax + 1),
};

test("a key is 1 to 255 visible ASCII characters", async () => {
  await using core = await startStage();
  const longest = "k".repeat(LIMITS.idempotencyKeyCharsMax);
  for (const idempotencyKey of [...GOOD_KEYS, longest]) {
    await create(core.alice, "words", { idempotencyKey });
  }
});

for (const [name, idempotencyKey] of Object.entries(BAD_KEYS)) {
  test(`${name} is refused`, async () => {
    await using core = await startStage();
    const error = await refusal(create(core.alice, "x", { idempotencyKey }));
    expect(error.code).toBe("invalid_input");
    expect(error.message).toContain("idempotency key");
    expect(await count(core, "conversations")).toBe(0);
  });
}
