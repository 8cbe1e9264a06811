import { expect, test } from "bun:test";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, send, startStage, view } from "../core_harness.ts";

const EVE = "eve@example.org";
const SECRET = "the secret words";

/** Recipients of the queued invites, in the order they were queued. */
async function invited(core: Stage): Promise<readonly unknown[]> {
  const rows = await core.rows("select recipient from outbox order by rowid");
  return rows.flat();
}

test("an ordinary address gets one invite that says who writes and nothing more", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await send(alice, {
    to: EVE,
    title: "A secret title",
    text: SECRET,
    price: "5",
  });
  const rows = await core.rows(
    "select kind, conversation_id, recipient, status, body from outbox",
  );
  expect(rows).toEqual([
    [
      "invite",
      conversationId,
      EVE,
      "queued",
      '{"fromName":"alice","fromAddress":"alice@inbox.localhost"}',
    ],
  ]);
  expect(JSON.stringify(rows)).not.toContain("secret");
});

test("accounts and service agents get no mail", async () => {
  await using core = await startStage();
  await send(core.alice, {
    to: [core.bob.address, "hello@inbox.localhost"],
  });
  expect(await invited(core)).toEqual([]);
});

test("each ordinary address in to, cc and bcc gets its own invite", async () => {
  await using core = await startStage();
  await send(core.alice, {
    to: EVE,
    cc: "fay@example.org",
    bcc: "guy@example.org",
  });
  expect(await invited(core)).toEqual([
    EVE,
    "fay@example.org",
    "guy@example.org",
  ]);
});

test("an address is invited to a conversation once a day, however much is written", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await send(alice, { to: EVE });
  const more = () =>
    alice.run(sendMessage, { conversationId, text: SECRET, mode: "reply-all" });
  await more();
  core.advance(DAY - 1);
  await more();
  expect(await invited(core)).toEqual([EVE]);
  core.advance(1);
  await more();
  await more();
  expect(await invited(core)).toEqual([EVE, EVE]);
});

test("who may not read a message is not invited to it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: EVE,
    bcc: "guy@example.org",
  });
  core.advance(DAY);
  await bob.run(sendMessage, { conversationId, text: "for alice" });
  expect(await invited(core)).toEqual([EVE, "guy@example.org"]);
  await bob.run(sendMessage, { conversationId, text: "x", mode: "reply-all" });
  expect(await invited(core)).toEqual([EVE, "guy@example.org", EVE]);
});

test("the invite of a bcc is known to the sender only", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    bcc: "guy@example.org",
  });
  const read = async (actor: typeof alice) => {
    const { audit } = await actor.run(getConversation, {
      conversationId,
      includeAudit: true,
    });
    return audit?.records.map(({ type }) => type) ?? [];
  };
  expect(await read(alice)).toContain("invite.queued");
  const seenByBob = await read(bob);
  expect(seenByBob).not.toContain("invite.queued");
  expect(seenByBob).toContain("redacted");
  expect(JSON.stringify(await view(bob, conversationId))).not.toContain("guy@");
});

test("a file that can run is not sent: the review rejects and nobody is invited", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const made = await alice.run(createConversation, {
    to: [EVE, bob.address],
    text: "run this",
    price: "5",
    artifacts: [
      { name: "a.exe", mimeType: "application/octet-stream", bytes: "YQ==" },
    ],
    submit: true,
  });
  expect(made).toMatchObject({
    state: "rejected",
    conversation: { stateReason: "R-CONTENT", payment: { status: "none" } },
  });
  expect(await invited(core)).toEqual([]);
  const { conversationId } = made;
  const foreign = await bob.refused(getConversation, { conversationId });
  expect(foreign.code).toBe("conversation_not_found");
});
