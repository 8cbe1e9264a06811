import { expect } from "bun:test";
import type { Stage } from "./stage.ts";

const VALID_UNTIL = "2026-01-20T12:00:00Z";
const FILE = { name: "plan.txt", mimeType: "text/plain", bytes: "YQ==" };

interface Asked {
  /** The token of a viewer of the checkpoint. */
  readonly token: string;
  readonly id: string;
}

export async function post(
  stage: Stage,
  token: string,
  path: string,
  json: object,
) {
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

export async function requested(
  stage: Stage,
  more: object = {},
): Promise<string> {
  const { alice, bob } = stage;
  const body = { to: [bob.address], text: "Please draw it", submit: true };
  return (await post(stage, alice.token, "", { ...body, ...more }))
    .conversationId;
}

/** An agent's message to an ordinary address, within the work. */
export async function outwardReply(stage: Stage): Promise<Asked> {
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
export const SHOWN: Readonly<
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
        approve: `It goes to ${bob.address}, exactly as shown. 5.00 USDC (TEST) is held from your balance until the receipt is signed. If your balance is too low, it isn't sent until you pay.`,
        decline:
          "Nothing is sent or held. It ends as rejected, and no one else sees it.",
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
          `goes to ${alice.address}, eve@example.org`,
        ),
        decline: expect.stringContaining("isn't sent"),
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
        approve: `You accept the request, and the message goes to ${alice.address} now, exactly as shown, in the agent's name. Reply, then sign the receipt to get 5.00 USDC (TEST).`,
        decline: expect.stringContaining("stays open"),
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
      outcomes: { approve: expect.stringContaining("mark it as completed") },
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
      outcomes: { approve: expect.stringContaining("You get the held") },
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
        approve: `The conversation is canceled for everyone. The held 5.00 USDC (TEST) goes back to ${alice.address}.`,
        decline: "Nothing changes.",
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
        approve: `2.00 USDC (TEST) goes from your balance back to ${alice.address} right away.`,
        decline: `You keep the money. ${alice.address} is notified and reads your comment.`,
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
          "Another 3.00 USDC (TEST) is held from your balance, and the work continues for 8.00 USDC (TEST) in total.",
        decline: "The price stays 5.00 USDC (TEST), and the work continues.",
      },
    }),
  },
  proposal: {
    async ask(stage) {
      const { alice, bob } = stage;
      const id = await requested(stage);
      await post(stage, bob.token, `/${id}/proposals`, {
        ...{ price: "5", note: "With two sizes", validUntil: VALID_UNTIL },
      });
      return { token: alice.token, id };
    },
    shows: ({ alice, bob }) => ({
      askedBy: { address: bob.address },
      proposal: {
        reason: expect.stringContaining("With two sizes"),
        recipients: [{ address: bob.address }],
        money: {
          ...{ moves: "hold", amount: { amount: "5.00" } },
          ...{ from: alice.address, to: bob.address },
        },
        spends: true,
      },
      outcomes: {
        approve:
          "5.00 USDC (TEST) is held from your balance until the recipient signs the receipt, and the work starts.",
        decline: "The proposal is off, and nothing else changes.",
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
        approve: expect.stringContaining("is told you've started."),
        decline: `The request is declined and ends for everyone. The held 5.00 USDC (TEST) goes back to ${alice.address}.`,
      },
    }),
  },
};
