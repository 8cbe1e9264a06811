import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { claimFreeAddress } from "../../../src/core/operations/claim_free_address.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { send, startStage, view } from "../core_harness.ts";

/** How the participants of a submitted conversation were resolved. */
function resolved(
  conversation: Awaited<ReturnType<typeof view>>,
): readonly string[] {
  return conversation.participants
    .slice(1)
    .map(({ role, address, kind, delivery }) =>
      [role, address, kind, delivery.state].join(" "),
    );
}

test("an account is reached on the service, any other address gets an invite", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: [bob.address, "eve@example.org"],
    cc: "nobody@inbox.localhost",
    bcc: "hello@inbox.localhost",
  });
  expect(resolved(await view(alice, conversationId))).toEqual([
    "to bob@inbox.localhost person on_service",
    "to eve@example.org email invite_queued",
    "cc nobody@inbox.localhost email no_such_account",
    "bcc hello@inbox.localhost service on_service",
  ]);
});

test("create resolves exactly as the resolve call does", async () => {
  await using core = await startStage();
  const { alice } = core;
  const written = [
    "bob@inbox.localhost",
    " BOB@Inbox.Localhost ",
    "mailto:carol@inbox.localhost",
    "courier@inbox.localhost",
    "free@inbox.localhost",
    "eve@bücher.example",
    "bob@sub.inbox.localhost",
  ];
  for (const text of written) {
    const found = await alice.run(resolveAddress, { address: text });
    const conversationId = await send(alice, { to: text });
    const [, viewerState] = (await view(alice, conversationId)).participants;
    expect(viewerState?.address).toBe(found.address);
    expect(viewerState?.accountId !== undefined).toBe(found.gnesi);
  }
});

test("an address counts once, in its first role", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await send(alice, {
    to: ["eve@example.org", "EVE@example.org", "bob@inbox.localhost"],
    cc: ["bob@inbox.localhost", "eve@example.org"],
    bcc: ["carol@inbox.localhost", "mailto:bob@inbox.localhost"],
  });
  expect(resolved(await view(alice, conversationId))).toEqual([
    "to eve@example.org email invite_queued",
    "to bob@inbox.localhost person on_service",
    "bcc carol@inbox.localhost person on_service",
  ]);
});

test("the sender is no recipient of their own, and nobody else is an error", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: [alice.address, bob.address],
  });
  expect(resolved(await view(alice, conversationId))).toEqual([
    "to bob@inbox.localhost person on_service",
  ]);
  const error = await alice.refused(createConversation, {
    to: alice.address,
    text: "to myself",
    submit: true,
  });
  expect(error.errors[0]).toMatchObject({ pointer: "/to", code: "required" });
});

test("one bad address refuses the whole, names its place and stores nothing", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const error = await alice.refused(createConversation, {
    to: bob.address,
    cc: ["eve@example.org", "no at sign"],
    text: "words",
  });
  expect(error.code).toBe("invalid_address");
  expect(error.errors[0]?.pointer).toBe("/cc/1");
  expect(await core.rows("select id from conversations")).toEqual([]);
});

test("the number of recipients is bounded over all roles together", async () => {
  await using core = await startStage();
  const { alice } = core;
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@example.org`);
  const half = LIMITS.recipientsMax / 2;
  const to = many(half, "to");
  const error = await alice.refused(createConversation, {
    to,
    cc: many(half, "cc"),
    bcc: "one.more@example.org",
  });
  expect(error.errors[0]?.code).toBe("too_many");
  await alice.run(createConversation, { to, cc: many(half, "cc") });
});

test("an account without an address of its own can send and be answered", async () => {
  await using core = await startStage();
  const newcomer = await core.account(undefined);
  const conversationId = await send(newcomer, { to: core.bob.address });
  const seen = await view(core.bob, conversationId);
  expect(seen.from.address).toBe(`${newcomer.accountId}@inbox.localhost`);
  await core.bob.run(sendMessage, { conversationId, text: "hello" });
  const read = await view(newcomer, conversationId);
  expect(read.messages.map(({ text }) => text)).toEqual(["words", "hello"]);
});

test("a local-part that was claimed later is reached from then on", async () => {
  await using core = await startStage();
  const newcomer = await core.account(undefined);
  const before = await send(core.alice, { to: "late@inbox.localhost" });
  await newcomer.run(claimFreeAddress, { localPart: "late" });
  const after = await send(core.alice, { to: "late@inbox.localhost" });
  const kinds = [before, after].map(async (id) => {
    const { participants } = await view(core.alice, id);
    return participants[1]?.kind;
  });
  expect(await Promise.all(kinds)).toEqual(["email", "person"]);
});

test("From is one of the sender's own addresses, or nothing is sent", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const own = await send(alice, {
    to: bob.address,
    fromAddress: "ALICE@inbox.localhost",
    fromName: "Alice A.",
  });
  expect((await view(bob, own)).from).toEqual({
    address: alice.address,
    name: "Alice A.",
  });
  for (const fromAddress of [
    bob.address,
    "alice@example.org",
    "security@inbox.localhost",
    "not an address",
  ]) {
    const error = await alice.refused(createConversation, {
      to: bob.address,
      text: "words",
      fromAddress,
      submit: true,
    });
    expect(error.code).toBe("from_not_verified");
  }
  expect((await core.rows("select id from conversations")).length).toBe(1);
});

test("a title that is not given is the start of the text, as one safe line", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const titles: readonly (readonly [string, string])[] = [
    ["Hello there\nsecond line", "Hello there"],
    ["x".repeat(200), "x".repeat(80)],
    ["\n\n  Hello", "Hello"],
    ["safe\u202ereversed", "safe reversed"],
    ["tab\there\r\nnext", "tab here"],
  ];
  for (const [text, title] of titles) {
    const conversationId = await send(alice, { to: bob.address, text });
    expect((await view(bob, conversationId)).title).toBe(title);
  }
});

test("a context is joined only by those who can read one of its conversations", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const first = await view(alice, await send(alice, { to: bob.address }));
  const { contextId } = first;
  const joined = await send(bob, { to: carol.address, contextId });
  expect((await view(carol, joined)).contextId).toBe(contextId);
  for (const unknown of [contextId, "ctx_unknown"]) {
    const error = await core.dave.refused(createConversation, {
      to: alice.address,
      contextId: unknown,
      text: "words",
      submit: true,
    });
    expect(error.code).toBe("context_not_found");
  }
});

test("an unknown field is refused by name, also one called __proto__", async () => {
  await using core = await startStage();
  const inputs = ['{"tittle":"x"}', '{"__proto__":{"submit":true}}'];
  for (const text of inputs) {
    const error = await core.alice.refused(
      createConversation,
      JSON.parse(text),
    );
    expect(error.code).toBe("unknown_field");
    expect(error.errors[0]?.code).toBe("unknown_field");
  }
});
