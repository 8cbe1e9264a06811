import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { guestOf } from "../../src/core/mail/invite_link.ts";
import { completeConversation } from "../../src/core/operations/complete_conversation.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Stage } from "../core/core_harness.ts";
import { DAY, refusal, send, startStage, view } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { EVE, rowsOf } from "./outbox.ts";
import { linkIn, startRelay } from "./relay.ts";

/** A request to bob, with a guest in copy. */
const asked = ({ alice, bob }: Stage) =>
  send(alice.asPerson(), { to: bob.address, cc: EVE });

/** Bob answers alice alone and is done. */
async function complete({ bob }: Stage, conversationId: string) {
  const answer = { conversationId, text: "Done", mode: "reply" } as const;
  await bob.run(sendMessage, answer);
  await bob.asPerson().run(completeConversation, { conversationId });
}

test("a guest adds words for thirty days after a completion, and opens nothing again", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { services, alice } = core;
  const conversationId = await asked(core);
  await deliverDue(services, relay.mailer);
  const token = linkIn(relay, EVE).split("/").at(-1) ?? "";
  const principal = await guestOf(services, token, "read");
  if (!principal) throw new Error("No guest");
  const guest = { principal, via: "web", requestId: "t" } as const;
  const thanks = { conversationId, text: "Thank you all" };
  await complete(core, conversationId);
  const before = await view(alice, conversationId);
  const offered = async () => {
    const input = { conversationId };
    const read = await callOperation(services, getConversation, guest, input);
    return read.output.conversation.actions?.map(({ name }) => name);
  };
  expect(await offered()).toContain("reply");
  const sent = await callOperation(services, sendMessage, guest, thanks);
  expect(sent.output.state).toBe("completed");
  const after = await view(alice, conversationId);
  expect(after.messages.at(-1)?.text).toBe(thanks.text);
  expect([after.state, after.stateAt]).toEqual(["completed", before.stateAt]);
  core.advance(LIMITS.afterwordDays * DAY);
  expect(await offered()).not.toContain("reply");
  const late = await refusal(
    callOperation(services, sendMessage, guest, thanks),
  );
  expect(late.code).toBe("conversation_closed");
});

test("words that follow a completion are announced by mail, and what was older no more", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const conversationId = await asked(core);
  await complete(core, conversationId);
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toEqual([]);
  core.advance(1);
  await core.alice.run(sendMessage, {
    ...{ conversationId, text: "SECRET", mode: "reply-all" },
  });
  await deliverDue(core.services, relay.mailer);
  expect(relay.mails).toHaveLength(1);
  expect(linkIn(relay, EVE)).toContain("/i/");
  expect(relay.raw.join()).not.toContain("SECRET");
  const statuses = (await rowsOf(core)).map(([status]) => status);
  expect(statuses).toEqual(["dropped", "delivered"]);
});
