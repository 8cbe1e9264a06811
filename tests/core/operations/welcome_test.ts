import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { openWelcome } from "../../../src/core/operations/open_welcome.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { startCore, startStage, view } from "../core_harness.ts";

test("the welcome is one submitted message from hello, unread in the inbox", async () => {
  await using core = await startStage();
  const opened = await core.bob.run(openWelcome, { name: "Bob" });
  expect(opened).toMatchObject({
    created: true,
    state: "submitted",
    conversation: {
      folders: ["inbox"],
      unread: true,
      from: { address: "hello@inbox.localhost" },
      payment: { status: "none" },
    },
  });
  const [message, ...more] = opened.conversation.messages;
  expect(more).toEqual([]);
  expect(message?.author.kind).toBe("service");
  expect(message?.text).toContain("Hello Bob");
  expect(message?.text).toContain("Your address is bob@inbox.localhost.");
});

test("a repeat, whatever its name, gives the same one", async () => {
  await using core = await startStage();
  const first = await core.bob.run(openWelcome, { name: "Bob" });
  const again = await core.bob.run(openWelcome, { name: "Robert" });
  expect(again).toEqual({ ...first, created: false });
});

test("fifty calls at once open one welcome", async () => {
  await using core = await startStage();
  const opened = await Promise.all(
    Array.from({ length: 50 }, () => core.bob.run(openWelcome, {})),
  );
  expect(new Set(opened.map((it) => it.conversationId)).size).toBe(1);
  expect(opened.filter((it) => it.created).length).toBe(1);
  expect(await core.rows("select id from conversations")).toHaveLength(1);
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});

test("each account has its own", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const opened = [
    await alice.run(openWelcome, {}),
    await bob.run(openWelcome, {}),
  ];
  expect(opened.map((it) => it.created)).toEqual([true, true]);
});

test("it works before an address exists, and says so", async () => {
  await using core = await startCore();
  const newcomer = await core.account(undefined);
  const { conversation } = await newcomer.run(openWelcome, {});
  expect(conversation.messages[0]?.text).toContain("You have no address yet");
});

test("without a readable name the account's own is used", async () => {
  await using core = await startStage();
  for (const [index, name] of ["", " \n", "\u202e"].entries()) {
    const actor = await core.account(`guest-${index}`);
    const { conversation } = await actor.run(openWelcome, { name });
    expect(conversation.messages[0]?.text).toStartWith(
      `Hello guest-${index}, welcome.`,
    );
  }
});

test("a name is cleaned and bounded", async () => {
  await using core = await startStage();
  const { conversation } = await core.bob.run(openWelcome, {
    name: "B\u0000o\nb\u202e",
  });
  expect(conversation.messages[0]?.text).toStartWith("Hello B o b, welcome.");
  const error = await core.alice.refused(openWelcome, {
    name: "x".repeat(LIMITS.nameCharsMax + 1),
  });
  expect(error.errors[0]?.pointer).toBe("/name");
});

test("it is in the language of its reader", async () => {
  await using core = await startStage();
  const { conversation } = await core.bob.run(
    openWelcome,
    {},
    { language: "de" },
  );
  expect(conversation.title).toBe("Willkommen in Ihrem Posteingang");
  expect(conversation.messages[0]?.text).toStartWith("Hallo bob, willkommen.");
});

test("it can be answered", async () => {
  await using core = await startStage();
  const { conversationId } = await core.bob.run(openWelcome, {});
  await core.bob.run(sendMessage, { conversationId, text: "help" });
  const seen = await view(core.bob, conversationId);
  expect(seen.messages.at(-1)?.text).toBe("help");
});
