import { expect, test } from "bun:test";
import type { Static } from "typebox";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import {
  callWritten,
  isKeeping,
} from "../../../src/core/pipeline/kept_answers.ts";
import type { Actor } from "../core_harness.ts";
import { decide, send, startStage } from "../core_harness.ts";

type Read = Static<typeof getConversation.output>;

function says(owner: Actor, { address }: Actor, said: { blocked: boolean }) {
  return owner.asPerson().run(saveContact, { address, ...said });
}

test("a sender who is blocked later writes no more in what is open, and is told so beforehand", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address });
  await bob.run(sendMessage, { conversationId: id, text: "Yes" });
  // As REST answers it: the answer to a read is kept while nothing changes.
  const reading = async ({ principal }: Actor) => {
    const caller = { principal, via: "rest", requestId: "req_1" } as const;
    const form = {
      name: "json",
      write: (it: object) => ({ texts: [JSON.stringify(it)] }),
    };
    const input = { conversationId: id };
    if (!isKeeping(getConversation, input)) throw new Error("It is kept");
    const written = callWritten(
      core.services,
      getConversation,
      caller,
      input,
      form,
    );
    return JSON.parse((await written).texts.join("")) as Read;
  };
  const offered = async (actor: Actor) => {
    const shown = await reading(actor);
    return shown.conversation.actions
      ?.filter(({ name }) => name === "reply" || name === "add_file")
      .map(({ ready, because }) => (ready ? "ready" : because?.code));
  };
  expect(await offered(alice)).toEqual(["ready", "ready"]);
  await says(bob, alice, { blocked: true });
  expect(await offered(alice)).toEqual(["forbidden", "forbidden"]);
  expect(await offered(bob)).toEqual(["ready", "ready"]);
  const more = { conversationId: id, text: "And another thing" };
  expect(await alice.refused(sendMessage, more)).toMatchObject({
    code: "forbidden",
    message:
      "Cannot add a message: a participant doesn't accept messages from you.",
  });
  const file = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };
  const adding = { conversationId: id, ...file };
  expect((await alice.refused(addArtifact, adding)).code).toBe("forbidden");
  await bob.run(sendMessage, { conversationId: id, text: "Done" });
  await says(bob, alice, { blocked: false });
  expect(await offered(alice)).toEqual(["ready", "ready"]);
  await alice.run(sendMessage, { conversationId: id, text: "Thanks" });
});

test("a payer who blocks the payee withholds nothing, and others of a conversation are still written to", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await send(alice, { to: [bob.address, carol.address] });
  await bob.run(sendMessage, { conversationId: id, text: "Yes" });
  await says(alice, bob, { blocked: true });
  await bob.run(sendMessage, { conversationId: id, text: "Done" });
  await says(carol, alice, { blocked: true });
  const text = "Thank you";
  const answer = { conversationId: id, text, mode: "reply" as const };
  await alice.run(sendMessage, answer);
  const toAll = { ...answer, mode: "reply-all" as const };
  expect((await alice.refused(sendMessage, toAll)).code).toBe("forbidden");
});

test("a blocked sender still cancels, with the money, and no word of theirs reaches anybody", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const words = "Read this after all";
  const canceled = async (by: Actor) => {
    const conversationId = await send(alice, { to: bob.address, price: "5" });
    await says(bob, alice, { blocked: true });
    const { conversation } = await alice
      .asPerson()
      .run(getConversation, { conversationId });
    const cancel = conversation.actions?.find(({ name }) => name === "cancel");
    expect(cancel).toMatchObject({
      ready: true,
      effect: expect.stringContaining(
        "Your reason isn't sent: a participant doesn't accept messages from you.",
      ),
    });
    const asked = { conversationId, reason: words };
    const { state, checkpointId } = await by.run(cancelConversation, asked);
    const isAgents = by === alice;
    expect(state).toBe(isAgents ? "input-required" : "canceled");
    expect(checkpointId !== undefined).toBe(isAgents);
    if (isAgents) await decide(alice.asPerson(), conversationId, "approve");
    const input = { conversationId, includeAudit: true };
    const read = await bob.run(getConversation, input);
    expect(read.conversation).toMatchObject({
      state: "canceled",
      stateReason: null,
      stateCode: null,
      payment: { status: "voided" },
    });
    expect(JSON.stringify(read)).not.toContain(words);
    await says(bob, alice, { blocked: false });
    return conversationId;
  };
  const person = alice.asPerson();
  const conversationId = await canceled(person);
  // Said again, it is the same cancel.
  const again = { conversationId, reason: words };
  expect((await person.run(cancelConversation, again)).state).toBe("canceled");
  await canceled(alice);
});
