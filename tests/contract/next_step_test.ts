import { describe, expect, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { offered } from "./offered.ts";
import type { Stage } from "./stage.ts";
import { done, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** The next step, as the account's person reads it over the wire. */
async function turnOf(stage: Stage, account: TestAccount, id: string) {
  const { token } = await stage.service.addSession(account);
  return (await offered(stage, token, id)).nextStep;
}

/** Acts for a person over REST: not every wire has a word for it. */
async function says(
  { service }: Stage,
  account: TestAccount,
  [method, path]: readonly [string, string],
  json: object,
) {
  const { token } = await service.addSession(account);
  const response = await service.fetch(path, { method, token, json });
  if (!response.ok) throw new Error(await response.text());
}

describe.each([...WIRES])("over %s", (name) => {
  test("what the review denies is not told as a decline, and the rule says why", async () => {
    const stage = await newStage(name);
    const { service, wire, alice, bob } = stage;
    const contact = ["PUT", `/v1/contacts/${alice.address}`] as const;
    await says(stage, bob, contact, { blocked: true });
    const { token } = await service.addSession(alice);
    const { conversationId: id } = await done(
      wire.create(token, { to: [bob.address], text: "words" }),
    );
    expect(await turnOf(stage, alice, id)).toEqual({
      who: "nobody",
      text: "The security review denied it, so nothing was sent. A recipient doesn't accept messages from you.",
    });
    const read = await service.fetch(`/v1/conversations/${id}`, { token });
    const { conversation } = await read.json();
    expect(conversation.stateTitle).toBe("Denied by the security review");
  });

  test("of several who are asked, those are named who still may answer, then those who took it", async () => {
    const stage = await newStage(name);
    const { service, wire, alice, bob, carol, dave } = stage;
    const { token } = await service.addSession(alice);
    const { conversationId: id } = await done(
      wire.create(token, {
        to: [bob.address, carol.address],
        cc: [dave.address],
        text: "Who can?",
      }),
    );
    const turn = (account: TestAccount) => turnOf(stage, account, id);
    expect((await turn(alice)).text).toBe(
      `Waiting for ${bob.address} or ${carol.address} to answer.`,
    );
    // One of two only leaves by declining; to end it for both is another thing.
    const { token: asked } = await service.addSession(bob);
    const cancel = (await offered(stage, asked, id)).byName.get("cancel");
    expect(cancel).toMatchObject({ title: "End it for everyone", ready: true });
    const decisions = ["POST", `/v1/conversations/${id}/decisions`] as const;
    await says(stage, bob, decisions, { decision: "decline" });
    const waits = {
      who: "them" as const,
      text: `Waiting for ${carol.address} to answer.`,
    };
    expect(await turn(alice)).toEqual(waits);
    expect(await turn(bob)).toEqual(waits);
    const { token: answering } = await service.addSession(carol);
    await done(wire.reply(answering, id, "I can"));
    const works = {
      who: "them" as const,
      text: `${carol.address} is working on it.`,
    };
    expect(await turn(alice)).toEqual(works);
    expect(await turn(bob)).toEqual(works);
    expect(await turn(dave)).toEqual(works);
    expect(await turn(carol)).toEqual({
      who: "you",
      text: "Do the work, then mark it as completed.",
    });
  });

  test("a person who drops what their agent wrote has not declined the request", async () => {
    const stage = await newStage(name);
    const { service, wire, rest, alice, bob, carol } = stage;
    const { token } = await service.addSession(alice);
    const to = [bob.address, carol.address];
    const { conversationId: id } = await done(
      wire.create(token, { to, text: "Who can?" }),
    );
    const agent = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
    ]);
    await done(wire.reply(agent, id, "I can"));
    const decisions = ["POST", `/v1/conversations/${id}/decisions`] as const;
    const { token: person } = await service.addSession(bob);
    const { byName } = await offered(stage, person, id);
    const { checkpointId } = byName.get("approve") ?? {};
    expect(checkpointId).toBeString();
    await says(stage, bob, decisions, { decision: "decline", checkpointId });
    await says(stage, carol, decisions, { decision: "decline" });
    expect(await turnOf(stage, alice, id)).toEqual({
      who: "them",
      text: `Waiting for ${bob.address} to answer.`,
    });
    expect((await done(rest.read(token, id))).state).toBe("submitted");
  });

  test("a recipient who took it without being the payee works, and is not told that another does", async () => {
    const stage = await newStage(name);
    const { service, wire, alice, bob, carol } = stage;
    const { token } = await service.addSession(alice);
    const { conversationId: id } = await done(
      wire.create(token, {
        to: [bob.address, carol.address],
        text: "Who can?",
        price: "5",
      }),
    );
    const { token: answering } = await service.addSession(carol);
    await done(wire.reply(answering, id, "I can"));
    expect(await turnOf(stage, carol, id)).toMatchObject({
      who: "you",
      text: `Do the work. ${bob.address} signs the receipt and gets paid.`,
    });
    expect(await turnOf(stage, alice, id)).toMatchObject({
      who: "them",
      text: `${carol.address} is working on it.`,
    });
  });

  test("who waits for money is told until when", async () => {
    const stage = await newStage(name);
    const { service, wire, alice, bob } = stage;
    const { token } = await service.addSession(alice);
    const ask = async (price: string) =>
      (await done(wire.create(token, { to: [bob.address], text: "x", price })))
        .conversationId;
    const short = await ask("500");
    const { replyReaders } = await offered(stage, token, short);
    expect([replyReaders?.reply ?? []].flat()).toEqual([]);
    const unpaid = await turnOf(stage, alice, short);
    expect(unpaid).toMatchObject({
      who: "you",
      text: "Pay to send it.",
    });
    expect(unpaid.by).toBeString();
    const id = await ask("5");
    const { token: paid } = await service.addSession(bob);
    await done(wire.reply(paid, id, "On it"));
    const raise = ["POST", `/v1/conversations/${id}/price`] as const;
    await says(stage, bob, raise, { price: "8" });
    const waits = await turnOf(stage, bob, id);
    expect(waits.who).toBe("them");
    expect(waits.by).toBeString();
    expect(waits.by).toBe((await turnOf(stage, alice, id)).by);
  });
});
