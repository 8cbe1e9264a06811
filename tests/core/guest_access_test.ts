import { expect, test } from "bun:test";
import { checkAccess } from "../../src/core/access/access.ts";
import type { Guest } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { refusal, send, startCore, startStage } from "./core_harness.ts";

const GUEST: Guest = {
  kind: "guest",
  conversationId: "cnv_0",
  position: 1,
  address: "eve@example.org",
  outboxId: "out_0",
  scopes: ["conversations:read", "conversations:write", "outward:send"],
};

function mayCall(guest: Guest): readonly string[] {
  return OPERATIONS.filter((operation) => {
    try {
      checkAccess(operation, guest);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      return false;
    }
  })
    .map(({ name }) => name)
    .toSorted();
}

/** The operations for everybody are a guest's too. */
const OPEN = OPERATIONS.filter(({ access }) => access.who === "anyone").map(
  ({ name }) => name,
);

test("a guest may do what their page offers and nothing else", () => {
  const own = [
    "answer_dispute",
    "decline_invite",
    "get_artifact",
    "get_conversation",
    "get_order",
    "open_dispute",
    "send_message",
    "stop_invites",
    "withdraw_dispute",
  ];
  expect(mayCall(GUEST)).toEqual([...OPEN, ...own].toSorted());
});

test("whoever has only the link that stops the mail can only stop it", () => {
  const stops = mayCall({ ...GUEST, scopes: [] });
  // An operation for which it lacks the scope is refused once it is run.
  const run = stops.filter((name) => name !== "send_message");
  expect(run).toEqual([...OPEN, "stop_invites"].toSorted());
});

test("a guest has their one place: no other conversation, nobody else's place", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const own = await send(alice, { to: ["eve@example.org", bob.address] });
  const other = await send(alice, { to: "eve@example.org" });
  const as = (guest: Guest, conversationId: string) =>
    callOperation(
      core.services,
      getConversation,
      { principal: guest, via: "web", requestId: "test" },
      { conversationId },
    );
  const guest = { ...GUEST, conversationId: own };
  const { output } = await as(guest, own);
  expect(output.conversation.messages).toHaveLength(1);
  const foreign = await refusal(as(guest, other));
  expect(foreign.code).toBe("conversation_not_found");
  // The places of accounts, the sender's among them.
  for (const position of [0, 2]) {
    const taken = await refusal(as({ ...guest, position }, own));
    expect(taken.code).toBe("conversation_not_found");
  }
  const stop = { ...guest, scopes: [] };
  const write = callOperation(
    core.services,
    sendMessage,
    { principal: stop, via: "web", requestId: "test" },
    { conversationId: own, text: "x" },
  );
  expect((await refusal(write)).code).toBe("insufficient_scope");
});

test("a guest's calls are counted by their participant", async () => {
  await using core = await startCore({ RATE_LIMITS: "on" });
  const read = (guest: Guest) =>
    refusal(
      callOperation(
        core.services,
        getConversation,
        { principal: guest, via: "web", requestId: "test" },
        { conversationId: guest.conversationId },
      ),
    );
  for (let i = 0; i < LIMITS.readsPerMinuteMax; i++) await read(GUEST);
  expect((await read(GUEST)).code).toBe("rate_limited");
  expect((await read({ ...GUEST, position: 2 })).code).toBe(
    "conversation_not_found",
  );
});
