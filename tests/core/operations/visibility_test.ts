import { expect, test } from "bun:test";
import { ChainCheck } from "../../../packages/verify/src/records.ts";
import { showMoney } from "../../../src/core/base/money.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { send, startStage, view } from "../core_harness.ts";

/** From alice to bob, with carol in cc and dave in bcc. */
const secret = ({ alice, bob, carol, dave }: Stage, price?: string) =>
  send(alice, {
    to: bob.address,
    cc: carol.address,
    bcc: dave.address,
    ...(price !== undefined && { price }),
  });

const texts = async (actor: Actor, conversationId: string) =>
  (await view(actor, conversationId)).messages.map(({ text }) => text);

const FILE = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

test("a bcc is in nobody's conversation but the sender's and its own", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await secret(core);
  for (const viewer of [bob, carol]) {
    const read = await viewer.run(getConversation, {
      conversationId,
      includeAudit: true,
    });
    expect(JSON.stringify(read)).not.toContain("dave");
    expect(JSON.stringify(read)).not.toContain(dave.accountId);
  }
  for (const viewer of [alice, dave]) {
    const { participants } = await view(viewer, conversationId);
    expect(participants.map(({ role }) => role)).toContain("bcc");
  }
});

test("two bcc do not see each other", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    bcc: [carol.address, dave.address],
  });
  const [seenByCarol, seenByDave] = [
    JSON.stringify(await view(carol, conversationId)),
    JSON.stringify(await view(dave, conversationId)),
  ];
  expect(seenByCarol).not.toContain("dave");
  expect(seenByDave).not.toContain("carol");
});

test("whatever a bcc writes or adds reaches the sender alone", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await secret(core);
  for (const mode of ["reply", "reply-all"] as const) {
    await dave.run(sendMessage, { conversationId, text: mode, mode });
  }
  const { artifactId } = await dave.run(addArtifact, {
    conversationId,
    ...FILE,
  });
  for (const viewer of [bob, carol]) {
    const seen = await view(viewer, conversationId);
    expect(seen).toMatchObject({ messageCount: 1, artifacts: [] });
    const error = await viewer.refused(getArtifact, {
      conversationId,
      artifactId,
    });
    expect(error.code).toBe("artifact_not_found");
  }
  expect(await texts(alice, conversationId)).toEqual([
    "words",
    "reply",
    "reply-all",
  ]);
  const { artifact } = await alice.run(getArtifact, {
    conversationId,
    artifactId,
  });
  expect(artifact.addedBy).toBe(dave.address);
});

test("a reply is between two, a reply-all is for all but the bcc", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await secret(core);
  await bob.run(sendMessage, { conversationId, text: "to alice" });
  await bob.run(sendMessage, {
    conversationId,
    text: "to all",
    mode: "reply-all",
  });
  await alice.run(sendMessage, {
    conversationId,
    text: "to everyone",
    mode: "reply-all",
  });
  const common = ["to all", "to everyone"];
  expect(await texts(alice, conversationId)).toEqual([
    "words",
    "to alice",
    ...common,
  ]);
  expect(await texts(carol, conversationId)).toEqual(["words", ...common]);
  expect(await texts(dave, conversationId)).toEqual(["words", "to everyone"]);
});

test("the sender's answer to a bcc stays between the two", async () => {
  await using core = await startStage();
  const { alice, bob, dave } = core;
  const conversationId = await secret(core);
  const asked = await dave.run(sendMessage, { conversationId, text: "psst" });
  await alice.run(sendMessage, {
    conversationId,
    text: "for dave",
    inReplyTo: asked.messageId,
  });
  expect(await texts(dave, conversationId)).toEqual([
    "words",
    "psst",
    "for dave",
  ]);
  expect(await texts(bob, conversationId)).toEqual(["words"]);
});

test("a message for everyone does not name the hidden message that it follows", async () => {
  await using core = await startStage();
  const { alice, bob, dave } = core;
  const conversationId = await secret(core);
  const { messageId } = await dave.run(sendMessage, {
    conversationId,
    text: "psst",
  });
  for (const inReplyTo of [undefined, messageId]) {
    await alice.run(sendMessage, {
      conversationId,
      text: "to everyone",
      mode: "reply-all",
      ...(inReplyTo !== undefined && { inReplyTo }),
    });
  }
  const seen = await view(bob, conversationId);
  expect(JSON.stringify(seen)).not.toContain(messageId);
});

test("a message does not name artifacts that its reader cannot see", async () => {
  await using core = await startStage();
  const { alice, bob, dave } = core;
  const conversationId = await secret(core);
  const { artifactId } = await dave.run(addArtifact, {
    conversationId,
    ...FILE,
  });
  await alice.run(sendMessage, {
    conversationId,
    text: "see this",
    mode: "reply-all",
    artifactIds: [artifactId],
  });
  const seen = await view(bob, conversationId);
  const listed = seen.artifacts.map((file) => file.artifactId);
  for (const { artifactIds } of seen.messages) {
    for (const id of artifactIds) expect(listed).toContain(id);
  }
});

test("an artifact that one cannot see cannot be attached, as an unknown one cannot", async () => {
  await using core = await startStage();
  const { bob, dave } = core;
  const conversationId = await secret(core);
  const { artifactId } = await dave.run(addArtifact, {
    conversationId,
    ...FILE,
  });
  for (const id of [artifactId, "art_unknown"]) {
    const error = await bob.refused(sendMessage, {
      conversationId,
      text: "x",
      artifactIds: [id],
    });
    expect(error.code).toBe("artifact_not_found");
    expect(error.errors[0]?.pointer).toBe("/artifactIds/0");
  }
});

test("a message that one cannot read cannot be answered, as an unknown one cannot", async () => {
  await using core = await startStage();
  const { bob, dave } = core;
  const conversationId = await secret(core);
  const { messageId } = await dave.run(sendMessage, {
    conversationId,
    text: "psst",
  });
  for (const inReplyTo of [messageId, "msg_unknown"]) {
    const error = await bob.refused(sendMessage, {
      conversationId,
      text: "x",
      inReplyTo,
    });
    expect(error.errors[0]).toMatchObject({
      pointer: "/inReplyTo",
      code: "unknown",
    });
  }
});

test("every viewer's chain verifies, whatever of it is hidden", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await secret(core, "5");
  await dave.run(sendMessage, { conversationId, text: "psst" });
  await bob.run(sendMessage, { conversationId, text: "done" });
  await bob.run(signReceipt, { conversationId, confirm: true });
  const hidden: number[] = [];
  for (const viewer of [alice, bob, carol, dave]) {
    const page = await viewer.run(readAudit, { conversationId });
    const chain = new ChainCheck();
    for (const record of page.records) {
      expect(chain.add(record)).toBeUndefined();
      if (record.type === "redacted") {
        const { commit: _commit, ...rest } = record;
        expect(Object.keys(rest).toSorted()).toEqual(
          ["bodyHash", "hash", "prevHash", "seq", "type"].toSorted(),
        );
      } else {
        expect(record).toMatchObject({ conversationId });
      }
    }
    expect(chain.isWhole).toBe(true);
    expect(page.head).toEqual(chain.last);
    hidden.push(page.records.filter((it) => it.type === "redacted").length);
  }
  const [byAlice, byBob, byCarol, byDave] = hidden;
  // The sender misses the acceptance of bob, asked and answered; bob misses the
  // review and what dave wrote; carol and dave miss bob's words, too.
  expect([byAlice, byBob, byCarol, byDave]).toEqual([2, 2, 5, 4]);
});

test("reading on after a hash gives the rest, page by page", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await secret(core);
  const whole = await alice.run(readAudit, { conversationId });
  let after: string | null = null;
  const hashes: string[] = [];
  for (let more = true; more; ) {
    const page: typeof whole = await alice.run(readAudit, {
      conversationId,
      limit: 2,
      ...(after !== null && { after }),
    });
    hashes.push(...page.records.map(({ hash }) => hash));
    expect(page.head).toEqual(whole.head);
    ({ nextAfter: after, hasMore: more } = page);
  }
  expect(hashes).toEqual(whole.records.map(({ hash }) => hash));
  const end = await alice.run(readAudit, {
    conversationId,
    after: whole.head.hash,
  });
  expect(end).toMatchObject({
    records: [],
    nextAfter: whole.head.hash,
    hasMore: false,
  });
});

test("a hash of no record of this conversation is unknown", async () => {
  await using core = await startStage();
  const { alice } = core;
  const [first, second] = [await secret(core), await secret(core)];
  const foreign = (await alice.run(readAudit, { conversationId: second })).head;
  for (const after of [foreign.hash, "f".repeat(64)]) {
    const error = await alice.refused(readAudit, {
      conversationId: first,
      after,
    });
    expect(error.code).toBe("unknown_hash");
  }
  for (const after of ["", "xyz", "F".repeat(64)]) {
    const error = await alice.refused(readAudit, {
      conversationId: first,
      after,
    });
    expect(error.code).toBe("invalid_input");
  }
});

test("a conversation that is not yours answers exactly like one that is not there", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, { to: bob.address });
  const calls = [
    [getConversation, {}],
    [readAudit, {}],
    [sendMessage, { text: "x" }],
    [updateConversation, { unread: true }],
    [cancelConversation, { reason: "x" }],
    [signReceipt, { confirm: true }],
    [completeConversation, {}],
    [recordHilDecision, { decision: "approve" }],
    [addArtifact, FILE],
    [getArtifact, { artifactId: "art_1" }],
  ] as const;
  for (const [operation, input] of calls) {
    const [foreign, absent] = [
      await carol.refused(operation, { conversationId, ...input }),
      await carol.refused(operation, {
        conversationId: "cnv_00000000000000000000000000",
        ...input,
      }),
    ];
    expect(foreign.code).toBe("conversation_not_found");
    expect([foreign.message, foreign.extra, foreign.errors]).toEqual([
      absent.message,
      absent.extra,
      absent.errors,
    ]);
  }
});

test("a first contact is the first conversation between the two, and no later one", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const isFirst = async (who: typeof bob, id: string) =>
    (await view(who, id)).messages[0]?.trust.firstContact;
  const first = await send(alice, { to: bob.address });
  const second = await send(alice, {
    to: [bob.address, carol.address],
    firstUse: true,
  });
  expect(await isFirst(bob, first)).toBe(true);
  // Carol is new to the sender; that says nothing of Bob, nor does the sender's word.
  expect(await isFirst(bob, second)).toBe(false);
  expect(await isFirst(carol, second)).toBe(true);
});

test("the trust that a message carries is the service's word, not the sender's", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const first = await send(alice.asPerson(), {
    to: bob.address,
    price: "1",
    contactType: "friends_family",
  });
  const [seen] = (await view(bob, first)).messages;
  expect(seen?.trust).toEqual({
    relation: "stranger",
    claimedType: "friends_family",
    firstContact: true,
    paid: showMoney(1_000_000),
  });
  const [own] = (await view(alice, first)).messages;
  expect(own?.trust.relation).toBe("self");
  const back = await send(bob, { to: alice.address, contactType: "clients" });
  const [known] = (await view(alice, back)).messages;
  expect(known?.trust).toMatchObject({
    relation: "contact",
    // Alice's own word of Bob, who claims something else.
    contactType: "friends_family",
    claimedType: "clients",
    firstContact: false,
    paid: null,
  });
});
