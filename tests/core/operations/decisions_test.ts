import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { decide, send, startStage, view } from "../core_harness.ts";

const HOUR = 3_600_000;

const refused = async (
  actor: Actor,
  conversationId: string,
  decision: unknown,
  more: object = {},
) =>
  (
    await actor.refused(recordHilDecision, {
      conversationId,
      decision,
      ...more,
    })
  ).code;

async function waiting(
  actor: Actor,
  view: "needs_you" | "requests" = "requests",
): Promise<readonly string[]> {
  const { conversations } = await actor.run(listConversations, { view });
  return conversations.map(({ id }) => id);
}

const request = ({ alice, bob }: Stage) => send(alice, { to: bob.address });

test("a request from a stranger waits for the recipient, among their requests alone", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
  });
  expect(await waiting(bob)).toEqual([conversationId]);
  expect([await waiting(alice), await waiting(carol)]).toEqual([[], []]);
  expect(await waiting(bob, "needs_you")).toEqual([]);
  const seen = await view(bob, conversationId);
  expect(seen).toMatchObject({
    state: "submitted",
    needsYou: false,
    folders: ["inbox", "requests"],
    checkpoints: [
      {
        kind: "acceptance",
        status: "open",
        rules: [{ id: "R-STRANGER", outcome: "needs_person" }],
        askedBy: { address: alice.address, name: "alice" },
        allowed: ["approve", "decline"],
        forAccountId: bob.accountId,
        openedAt: "2026-01-15T12:00:00.000Z",
        expiresAt: "2026-01-22T12:00:00.000Z",
      },
    ],
  });
  for (const other of [alice, carol]) {
    expect((await view(other, conversationId)).checkpoints).toEqual([]);
  }
});

test("a known sender's free request needs no acceptance, a priced one does", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await send(bob, { to: alice.address });
  const free = await view(bob, await request(core));
  expect(free.checkpoints).toEqual([]);
  const priced = await send(alice, { to: bob.address, price: "1" });
  const [checkpoint] = (await view(bob, priced)).checkpoints;
  expect(checkpoint).toMatchObject({
    rules: [{ id: "R-PRICED" }],
    status: "open",
  });
  expect(checkpoint?.summary).toContain("1.00 USDC (TEST) is held for you");
});

test("a stranger's priced request says both: that it is priced, and that they are a stranger", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const priced = await send(alice, { to: bob.address, price: "1" });
  const { checkpoints } = await view(bob, priced);
  expect(checkpoints).toMatchObject([
    {
      kind: "acceptance",
      rules: [
        { id: "R-PRICED", detail: "A price is held for you if you accept." },
        { id: "R-STRANGER", detail: "The sender is not in your contacts." },
      ],
    },
  ]);
});

test("approve starts the work and clears the desk", async () => {
  await using core = await startStage();
  const conversationId = await request(core);
  const decided = await decide(core.bob, conversationId, "approve", {
    comment: " with pleasure ",
  });
  const [checkpoint] = decided.conversation.checkpoints;
  expect(decided).toMatchObject({
    state: "working",
    recorded: true,
    decision: "approve",
    checkpointId: checkpoint?.checkpointId,
  });
  expect(checkpoint).toMatchObject({
    status: "approved",
    allowed: [],
    decidedBy: core.bob.accountId,
    decidedAt: "2026-01-15T12:00:00.000Z",
    comment: "with pleasure",
  });
  expect(await waiting(core.bob)).toEqual([]);
});

for (const kind of ["message", "artifact"] as const) {
  test(`the recipient's first ${kind} is the acceptance`, async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core);
    if (kind === "message") {
      await bob.run(sendMessage, { conversationId, text: "on it" });
    } else {
      await bob.run(addArtifact, {
        conversationId,
        name: "a.txt",
        mimeType: "text/plain",
        bytes: "YQ==",
      });
    }
    const seen = await view(bob, conversationId);
    expect(seen.state).toBe("working");
    expect(seen.checkpoints[0]?.status).toBe("approved");
    const repeat = await decide(bob, conversationId, "approve");
    expect(repeat.state).toBe("working");
    expect(await refused(bob, conversationId, "decline")).toBe(
      "already_decided",
    );
  });
}

test("a message by the sender, a cc or a bcc accepts nothing", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
    bcc: dave.address,
  });
  for (const actor of [alice, carol, dave]) {
    const sent = await actor.run(sendMessage, { conversationId, text: "hm" });
    expect(sent.state).toBe("submitted");
  }
  expect(await waiting(bob)).toEqual([conversationId]);
});

test("decline rejects the request", async () => {
  await using core = await startStage();
  const conversationId = await request(core);
  const decided = await decide(core.bob, conversationId, "decline");
  expect(decided).toMatchObject({
    state: "rejected",
    conversation: {
      stateReason: "declined",
      checkpoints: [{ status: "declined" }],
    },
  });
  expect((await view(core.alice, conversationId)).state).toBe("rejected");
});

test("the same decision again gives the same, the other one is refused", async () => {
  await using core = await startStage();
  const { bob } = core;
  for (const [first, other] of [
    ["approve", "decline"],
    ["decline", "approve"],
  ] as const) {
    const conversationId = await request(core);
    const decided = await decide(bob, conversationId, first);
    const { checkpointId } = decided;
    for (const more of [{}, { checkpointId }]) {
      const again = await decide(bob, conversationId, first, more);
      expect(again.state).toBe(decided.state);
      expect(again.conversation.version).toBe(decided.conversation.version);
      expect(await refused(bob, conversationId, other, more)).toBe(
        "already_decided",
      );
    }
  }
});

test("a checkpoint is decided by the account that it is for, and by nobody else", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: carol.address,
  });
  const [checkpoint] = (await view(bob, conversationId)).checkpoints;
  const named = { checkpointId: checkpoint?.checkpointId };
  for (const actor of [alice, carol]) {
    expect(await refused(actor, conversationId, "approve", named)).toBe(
      "not_your_checkpoint",
    );
    expect(await refused(actor, conversationId, "approve")).toBe(
      "no_open_checkpoint",
    );
  }
  expect(await refused(dave, conversationId, "approve", named)).toBe(
    "conversation_not_found",
  );
});

test("a checkpoint of another conversation is as unknown as any other id", async () => {
  await using core = await startStage();
  const { bob } = core;
  const conversationId = await request(core);
  const other = await view(bob, await request(core));
  const foreign = other.checkpoints[0]?.checkpointId;
  for (const checkpointId of [foreign, "chk_unknown", ""]) {
    expect(
      await refused(bob, conversationId, "approve", { checkpointId }),
    ).toBe("checkpoint_not_found");
  }
});

test("a decision is approve or decline", async () => {
  await using core = await startStage();
  const conversationId = await request(core);
  for (const decision of ["APPROVE", "accept", "", null, true, undefined]) {
    expect(await refused(core.bob, conversationId, decision)).toBe(
      "invalid_input",
    );
  }
});

test("a checkpoint can be decided until it expires, and no longer", async () => {
  await using core = await startStage();
  const { bob } = core;
  const [first, second] = [await request(core), await request(core)];
  core.advance(LIMITS.acceptanceHours * HOUR - 1);
  await decide(bob, first, "approve");
  core.advance(1);
  expect(await refused(bob, second, "approve")).toBe("checkpoint_expired");
});

test("an ended conversation has nothing open: whatever waited is superseded", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await request(core);
  await alice.run(cancelConversation, { conversationId, reason: "no" });
  const [checkpoint] = (await view(bob, conversationId)).checkpoints;
  expect(checkpoint?.status).toBe("superseded");
  expect(await waiting(bob)).toEqual([]);
  expect(await refused(bob, conversationId, "approve")).toBe(
    "no_open_checkpoint",
  );
  const named = { checkpointId: checkpoint?.checkpointId };
  expect(await refused(bob, conversationId, "approve", named)).toBe(
    "no_open_checkpoint",
  );
});

test("with several recipients a free request ends when all have declined", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: [bob.address, carol.address],
  });
  expect((await decide(bob, conversationId, "decline")).state).toBe(
    "submitted",
  );
  expect((await decide(carol, conversationId, "decline")).state).toBe(
    "rejected",
  );
});

test("one recipient's decline leaves the work to another", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: [bob.address, carol.address],
  });
  await decide(bob, conversationId, "decline");
  expect((await decide(carol, conversationId, "approve")).state).toBe(
    "working",
  );
  const done = await carol.run(completeConversation, { conversationId });
  expect(done.state).toBe("completed");
});

test("of several recipients only the payee's decline ends a priced request", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: [bob.address, carol.address],
    price: "1",
  });
  expect((await decide(carol, conversationId, "decline")).state).toBe(
    "submitted",
  );
  expect((await decide(bob, conversationId, "decline")).state).toBe("rejected");
});

test("the digest of an acceptance is that of the exact action shown", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, {
    to: core.bob.address,
    price: "1",
  });
  const [checkpoint] = (await view(core.bob, conversationId)).checkpoints;
  expect(checkpoint?.action).toEqual({
    act: "accept",
    conversationId,
    from: core.alice.address,
    price: "1000000",
    release: "replied",
  });
  expect(checkpoint?.actionDigest).toBe(
    new Bun.CryptoHasher("sha256")
      .update(
        `{"act":"accept","conversationId":"${conversationId}","from":"alice@inbox.localhost","price":"1000000","release":"replied"}`,
      )
      .digest("hex"),
  );
});
