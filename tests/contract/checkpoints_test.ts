import { describe, expect, test } from "bun:test";
import type { Checkpoint } from "./checkpoints.ts";
import { checkpointsOver } from "./checkpoints.ts";
import type { Stage } from "./stage.ts";
import { done, refused, startStage, WIRES } from "./stage.ts";

const FILE = { name: "plan.txt", mimeType: "text/plain", bytes: "YQ==" };

interface Asked {
  /** Whoever sees the checkpoint. */
  readonly token: string;
  readonly id: string;
}

async function post(stage: Stage, token: string, path: string, json: object) {
  const url = `/v1/conversations${path}`;
  const response = await stage.service.fetch(url, {
    method: "POST",
    token,
    json,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.detail}`);
  return answer;
}

async function requested(stage: Stage, more: object = {}): Promise<string> {
  const { alice, bob } = stage;
  const body = { to: [bob.address], text: "Please draw it", submit: true };
  return (await post(stage, alice.token, "", { ...body, ...more }))
    .conversationId;
}

/** An agent's message to an ordinary address, within the work. */
async function outwardReply(stage: Stage): Promise<Asked> {
  const { service, bob } = stage;
  const id = await requested(stage, { cc: ["eve@example.org"] });
  await post(stage, bob.token, `/${id}/messages`, { text: "On it" });
  const agent = await service.addCredential(bob, [
    "conversations:write",
    "decisions:write",
  ]);
  const reply = { text: "Here it is", mode: "reply-all" };
  await post(stage, agent, `/${id}/messages`, reply);
  return { token: bob.token, id };
}

/** The whole of what each act shows before it is decided. */
const SHOWN: Readonly<
  Record<
    string,
    {
      ask(stage: Stage): Promise<Asked>;
      readonly shows: (stage: Stage) => object;
    }
  >
> = {
  submit: {
    async ask(stage) {
      const { service, alice, bob } = stage;
      const agent = await service.addCredential(alice, [
        "drafts:write",
        "conversations:submit",
        "payments:hold",
      ]);
      const body = {
        to: [bob.address],
        text: "Please draw it",
        artifacts: [FILE],
        price: "5",
        submit: true,
      };
      const { conversationId } = await post(stage, agent, "", body);
      return { token: alice.token, id: conversationId };
    },
    shows: ({ alice, bob }) => ({
      said: "Please draw it",
      proposal: {
        artifacts: [{ name: "plan.txt", size: 1 }],
        recipients: [{ address: bob.address, role: "to", kind: "person" }],
        money: {
          moves: "hold",
          amount: { amount: "5.00" },
          from: alice.address,
          to: bob.address,
        },
      },
      outcomes: {
        approve: `It is sent at once to ${bob.address}, exactly as it stands here. 5.00 USDC (TEST) is held from your balance until the receipt is signed; where that does not suffice, it waits for the money and nothing is sent yet.`,
        decline:
          "Nothing is sent and nothing is held. It ends as rejected, and nobody else learns of it.",
        silence: "Nothing is sent or held, and it becomes a draft again.",
      },
    }),
  },
  outward: {
    ask: outwardReply,
    shows: ({ alice }) => ({
      proposal: {
        text: "Here it is",
        parts: [{ text: "Here it is" }],
        recipients: [
          { address: alice.address, role: "sender" },
          { address: "eve@example.org", role: "cc", kind: "email" },
        ],
      },
      outcomes: {
        approve: expect.stringContaining(
          `sent at once to ${alice.address}, eve@example.org`,
        ),
        decline: expect.stringContaining("dropped unsent"),
      },
    }),
  },
  reply: {
    async ask(stage) {
      const { service, bob } = stage;
      const id = await requested(stage, { price: "5" });
      const agent = await service.addCredential(bob, ["conversations:write"]);
      await post(stage, agent, `/${id}/messages`, { text: "Here it is" });
      return { token: bob.token, id };
    },
    shows: ({ alice }) => ({
      proposal: {
        text: "Here it is",
        accepts: true,
        recipients: [{ address: alice.address }],
      },
      outcomes: {
        approve: `You accept the request, and the message is sent at once to ${alice.address}, to the letter and in the agent's name. The 5.00 USDC (TEST) is yours once you reply and sign the receipt.`,
        decline: expect.stringContaining("goes on waiting"),
      },
    }),
  },
  artifact: {
    async ask(stage) {
      const { service, bob } = stage;
      const id = await requested(stage);
      const agent = await service.addCredential(bob, ["artifacts:write"]);
      await post(stage, agent, `/${id}/artifacts`, FILE);
      return { token: bob.token, id };
    },
    shows: ({ alice }) => ({
      proposal: {
        accepts: true,
        artifacts: [{ name: "plan.txt", size: 1 }],
        recipients: [{ address: alice.address }],
      },
      outcomes: { decline: expect.stringContaining("The file is deleted") },
    }),
  },
  complete: {
    async ask(stage) {
      const { service, bob, carol } = stage;
      const both = [bob.address, carol.address];
      const id = await requested(stage, { to: both });
      await post(stage, carol.token, `/${id}/messages`, { text: "On it" });
      const agent = await service.addCredential(bob, ["conversations:write"]);
      await post(stage, agent, `/${id}/complete`, {});
      return { token: bob.token, id };
    },
    shows: () => ({
      proposal: { accepts: true },
      outcomes: { approve: expect.stringContaining("ends as completed") },
    }),
  },
  receipt: {
    async ask(stage) {
      const { service, bob } = stage;
      const terms = { release: "converted", releaseAction: "Call her" };
      const id = await requested(stage, { ...terms, price: "5" });
      const agent = await service.addCredential(bob, ["receipts:sign"]);
      const signing = { confirm: true, statement: "I called her" };
      await post(stage, agent, `/${id}/receipt`, signing);
      return { token: bob.token, id };
    },
    shows: ({ alice, bob }) => ({
      proposal: {
        text: "I called her",
        accepts: true,
        signs: true,
        money: {
          moves: "release",
          amount: { amount: "5.00" },
          from: alice.address,
          to: bob.address,
        },
      },
      outcomes: { approve: expect.stringContaining("becomes yours") },
    }),
  },
  ask: {
    async ask(stage) {
      const { service, bob } = stage;
      const id = await requested(stage);
      const agent = await service.addCredential(bob, ["conversations:write"]);
      const question = { text: "In blue?", needsInput: true };
      await post(stage, agent, `/${id}/messages`, question);
      return { token: bob.token, id };
    },
    shows: () => ({
      said: "In blue?",
      outcomes: { approve: expect.stringContaining("comment as the answer") },
    }),
  },
  cancel: {
    async ask(stage) {
      const { service, alice } = stage;
      const id = await requested(stage, { price: "5" });
      const agent = await service.addCredential(alice, [
        "conversations:cancel",
      ]);
      await post(stage, agent, `/${id}/cancel`, { reason: "No longer needed" });
      return { token: alice.token, id };
    },
    shows: ({ alice, bob }) => ({
      proposal: {
        reason: "No longer needed",
        recipients: [{ address: bob.address }],
        money: {
          moves: "return",
          amount: { amount: "5.00" },
          to: alice.address,
        },
      },
      outcomes: {
        approve: `The conversation ends as canceled, for everyone. The 5.00 USDC (TEST) that is held goes back to ${alice.address}.`,
        decline: "Everything stays as it is.",
      },
    }),
  },
  refund: {
    async ask(stage) {
      const { alice, bob } = stage;
      const id = await requested(stage, { price: "5", release: "accepted" });
      await post(stage, bob.token, `/${id}/receipt`, { confirm: true });
      const part = { amount: "2", reason: "One side is missing" };
      await post(stage, alice.token, `/${id}/refund-request`, part);
      return { token: bob.token, id };
    },
    shows: ({ alice, bob }) => ({
      askedBy: { address: alice.address },
      proposal: {
        reason: expect.stringContaining("One side is missing"),
        recipients: [{ address: alice.address }],
        money: {
          moves: "return",
          amount: { amount: "2.00" },
          from: bob.address,
          to: alice.address,
        },
      },
      outcomes: {
        approve: `2.00 USDC (TEST) leaves your balance and goes back to ${alice.address} at once.`,
        decline: `You keep what was paid. ${alice.address} learns of it and reads your comment.`,
      },
    }),
  },
  raise_price: {
    async ask(stage) {
      const { alice, bob } = stage;
      const id = await requested(stage, { price: "5" });
      await post(stage, bob.token, `/${id}/messages`, { text: "On it" });
      const more = { price: "8", reason: "It has two sides" };
      await post(stage, bob.token, `/${id}/price`, more);
      return { token: alice.token, id };
    },
    shows: ({ alice, bob }) => ({
      askedBy: { address: bob.address },
      proposal: {
        reason: expect.stringContaining("It has two sides"),
        recipients: [{ address: bob.address }],
        money: {
          moves: "raise",
          amount: { amount: "3.00" },
          before: { amount: "5.00" },
          after: { amount: "8.00" },
          from: alice.address,
          to: bob.address,
        },
      },
      outcomes: {
        approve:
          "3.00 USDC (TEST) more is held from your balance, and the work goes on for 8.00 USDC (TEST) in all.",
        decline: "The price stays 5.00 USDC (TEST), and the work goes on.",
      },
    }),
  },
  accept: {
    async ask(stage) {
      const { bob } = stage;
      const id = await requested(stage, { price: "5", artifacts: [FILE] });
      return { token: bob.token, id };
    },
    shows: ({ alice, bob }) => ({
      said: expect.stringContaining("Please draw it"),
      proposal: {
        artifacts: [{ name: expect.stringContaining("plan.txt") }],
        recipients: [{ address: alice.address }],
        accepts: true,
        money: {
          moves: "keep",
          amount: { amount: "5.00" },
          from: alice.address,
          to: bob.address,
        },
      },
      outcomes: {
        approve: expect.stringContaining("You accept the request"),
        decline: `The request ends as declined, for everyone. The 5.00 USDC (TEST) that is held goes back to ${alice.address}.`,
      },
    }),
  },
};

test("a summary holds no word of a message beyond its preview, sent or not", async () => {
  await using stage = await startStage("rest");
  const { service, alice, bob } = stage;
  await requested(stage, { text: `${"Please ".repeat(60)}to the end` });
  const { token, id } = await outwardReply(stage);
  const summaryOf = async (whose: string) => {
    const path = "/v1/conversations?fields=summary";
    return await (await service.fetch(path, { token: whose })).text();
  };
  const answer = await summaryOf(bob.token);
  expect(answer).toContain("Please Please");
  expect(answer).not.toContain("to the end");
  expect(await summaryOf(alice.token)).not.toContain("Here it is");
  const waiting = await summaryOf(token);
  expect(waiting).toContain(id);
  expect(waiting).not.toContain("Here it is");
});

describe.each(WIRES)("what waits for a decision over %s", (wire) => {
  test.each(Object.keys(SHOWN))("shows the whole of it: %s", async (act) => {
    await using stage = await startStage(wire);
    const story = SHOWN[act];
    if (!story) throw new Error(`No story for ${act}`);
    const { token, id } = await story.ask(stage);
    const shown = (await checkpointsOver(stage.service, wire)(token, id)).find(
      (it) => it.act === act,
    );
    expect(shown).toMatchObject({ ...story.shows(stage), status: "open" });
    // Words that stand in the same answer are not said twice.
    const isOnce = !shown?.said || shown.proposal.text === undefined;
    expect(isOnce).toBe(true);
  });

  test("a no of one of several recipients is not said to end it", async () => {
    await using stage = await startStage(wire);
    const { service, alice, bob, carol } = stage;
    const id = await requested(stage, { to: [bob.address, carol.address] });
    const read = checkpointsOver(service, wire);
    const decline = async (token: string) => {
      const [card] = await read(token, id);
      await post(stage, token, `/${id}/decisions`, { decision: "decline" });
      const { state } = await (
        await service.fetch(`/v1/conversations/${id}`, { token: alice.token })
      ).json();
      return { says: card?.outcomes.decline, state };
    };
    expect(await decline(bob.token)).toEqual({
      says: "You are out of it. The request goes on for the others whom it addresses.",
      state: "submitted",
    });
    expect(await decline(carol.token)).toEqual({
      says: "The request ends as declined, for everyone. No money moves.",
      state: "rejected",
    });
  });

  test("what was decided stays in the thread, with what came of it", async () => {
    await using stage = await startStage(wire);
    const { service, bob } = stage;
    const { token, id } = await outwardReply(stage);
    const comment = "Not like this";
    const read = checkpointsOver(service, wire);
    const open = (await read(token, id)).find(({ act }) => act === "outward");
    const checkpointId = open?.checkpointId;
    const no = { decision: "decline", checkpointId, comment };
    await post(stage, bob.token, `/${id}/decisions`, no);
    const closed: Checkpoint | undefined = (await read(token, id)).find(
      (it) => it.checkpointId === checkpointId,
    );
    expect(closed).toMatchObject({
      status: "declined",
      mayDecide: false,
      proposal: { recipients: [{}, { address: "eve@example.org" }] },
      decision: {
        outcome: "declined",
        effect: "The message was dropped unsent.",
        comment: expect.stringContaining(comment),
        at: "2026-01-15T12:00:00.000Z",
      },
    });
    expect(closed?.proposal.text).toBeUndefined();
  });
});

test.each(["rest", "mcp"] as const)(
  "over %s an agent's cancel again is the one that waits, with another reason it is refused",
  async (name) => {
    await using stage = await startStage(name);
    const { service, wire, alice } = stage;
    const id = await requested(stage, { price: "5" });
    const agent = await service.addCredential(alice, [
      "conversations:cancel",
      "conversations:read",
    ]);
    for (const reason of ["Too late", " Too  late"]) {
      const { state } = await done(wire.cancel(agent, id, reason));
      expect(state).toBe("input-required");
    }
    expect(await refused(wire.cancel(agent, id, "Too dear"))).toBe(
      "wrong_state",
    );
  },
);
