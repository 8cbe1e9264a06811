import { describe, expect, test } from "bun:test";
import { json } from "../harness.ts";
import type { Stage } from "./stage.ts";
import { done, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** Alice's own word over REST: not every wire has one for it. */
async function aliceSays(
  { service, alice }: Stage,
  path: string,
  body: object,
) {
  const { token } = alice;
  const method = path.includes("decisions") ? "POST" : "PATCH";
  const response = await service.fetch(path, { method, token, json: body });
  if (!response.ok) throw new Error(await response.text());
  return await json(response);
}

const VIEWS = ["sent", "drafts", "archive", "needs_you", "requests", "waiting"];

/** The views of alice that a conversation is in, as the wire lists them. */
async function viewsOf({ wire, alice }: Stage, id: string) {
  const found: string[] = [];
  for (const view of VIEWS) {
    const { conversationIds } = await done(wire.list(alice.token, view));
    if (conversationIds.includes(id)) found.push(view);
  }
  return found;
}

async function create({ wire, alice, bob }: Stage, more: object = {}) {
  const fields = { to: [bob.address], text: "words", ...more };
  return (await done(wire.create(alice.token, fields))).conversationId;
}

describe.each([...WIRES])("over %s", (name) => {
  test("what was sent stays among what was sent, also when it is archived", async () => {
    const stage = await newStage(name);
    const sent = await create(stage, { price: "1" });
    expect(await viewsOf(stage, sent)).toEqual(["sent", "waiting"]);
    const at = `/v1/conversations/${sent}`;
    await aliceSays(stage, at, { archived: true });
    expect(await viewsOf(stage, sent)).toEqual(["sent", "archive"]);
    const outside = await create(stage, { to: ["eve@example.org"] });
    expect(await viewsOf(stage, outside)).toEqual(["sent", "waiting"]);
  });

  test("what waits for the money is among what was sent as well as among the drafts", async () => {
    const stage = await newStage(name);
    const unpaid = await create(stage, { price: "100.01" });
    expect(await viewsOf(stage, unpaid)).toEqual(["sent", "drafts"]);
    const at = `/v1/conversations/${unpaid}`;
    const { conversation } = await aliceSays(stage, at, { archived: true });
    expect(await viewsOf(stage, unpaid)).toEqual(["sent", "archive"]);
    expect(conversation.folder).toBe("sent");
    const back = await aliceSays(stage, at, { archived: false });
    expect(await viewsOf(stage, unpaid)).toEqual(["sent", "drafts"]);
    expect(back.conversation.folder).toBe("drafts");
  });

  test("what its own person is asked for or declined is among what was sent as well", async () => {
    const stage = await newStage(name);
    const { service, alice } = stage;
    const { token } = await json(
      await service.fetch("/v1/credentials", {
        method: "POST",
        token: (await service.addSession(alice)).token,
        json: {
          name: "Helper",
          scopes: [
            "conversations:read",
            "conversations:submit",
            "drafts:write",
          ],
        },
      }),
    );
    const asking = { ...stage, alice: { ...alice, token } };
    const waiting = await create(asking);
    const asked = ["sent", "drafts", "needs_you"];
    expect(await viewsOf(asking, waiting)).toEqual(asked);
    const person = {
      ...stage,
      alice: { ...alice, token: (await service.addSession(alice)).token },
    };
    const at = `/v1/conversations/${waiting}/decisions`;
    await aliceSays(person, at, { decision: "decline" });
    expect(await viewsOf(person, waiting)).toEqual(["sent", "drafts"]);
    const approved = await create(asking);
    await aliceSays(person, `/v1/conversations/${approved}/decisions`, {
      decision: "approve",
    });
    expect(await viewsOf(asking, approved)).toEqual(["sent", "waiting"]);
  });

  test("a draft was not sent, also when it was put away and taken out again", async () => {
    const stage = await newStage(name);
    const { service, alice, bob } = stage;
    const { conversationId } = await json(
      await service.fetch("/v1/conversations", {
        method: "POST",
        token: alice.token,
        json: { title: "Later", to: [bob.address] },
      }),
    );
    expect(await viewsOf(stage, conversationId)).toEqual(["drafts"]);
    const at = `/v1/conversations/${conversationId}`;
    await aliceSays(stage, at, { archived: true });
    await aliceSays(stage, at, { archived: false });
    expect(await viewsOf(stage, conversationId)).toEqual(["drafts"]);
  });

  test("a stranger who offers nothing is a request, a price needs its reader, and an answer ends both", async () => {
    const stage = await newStage(name);
    const { wire, alice, bob } = stage;
    const asBob = { ...stage, alice: bob, bob: alice };
    const free = await create(asBob);
    expect(await viewsOf(stage, free)).toEqual(["requests"]);
    const priced = await create(asBob, { price: "1" });
    expect(await viewsOf(stage, priced)).toEqual(["needs_you"]);
    expect(await viewsOf(asBob, priced)).toEqual(["sent", "waiting"]);
    const text = "Gladly.";
    await done(wire.reply(alice.token, free, text));
    expect(await viewsOf(stage, free)).toEqual([]);
    // The price is there to be signed for.
    await done(wire.reply(alice.token, priced, text));
    expect(await viewsOf(stage, priced)).toEqual(["needs_you"]);
    await done(wire.reply(bob.token, free, text));
    expect(await viewsOf(asBob, free)).toEqual(["sent", "waiting"]);
  });

  test("an answer brings what one sent into the inbox, until it is archived", async () => {
    const stage = await newStage(name);
    const { wire, alice, bob } = stage;
    const inInbox = async (id: string) => {
      const list = await done(wire.list(alice.token, "inbox"));
      return list.conversationIds.includes(id);
    };
    const id = await create(stage);
    await done(wire.reply(alice.token, id, "One more word."));
    expect(await inInbox(id)).toBe(false);
    await done(wire.reply(bob.token, id, "Gladly."));
    expect(await inInbox(id)).toBe(true);
    await done(wire.reply(alice.token, id, "Thank you."));
    expect(await inInbox(id)).toBe(true);
    const at = `/v1/conversations/${id}`;
    await aliceSays(stage, at, { archived: true });
    expect(await inInbox(id)).toBe(false);
    await aliceSays(stage, at, { archived: false });
    expect(await inInbox(id)).toBe(true);
    expect(await viewsOf(stage, id)).toEqual(["sent", "waiting"]);
  });

  test("a question before the acceptance waits for the sender, who answers it", async () => {
    const stage = await newStage(name);
    const { wire, alice, bob } = stage;
    const id = await create(stage);
    await stage.service.fetch(`/v1/conversations/${id}/messages`, {
      method: "POST",
      token: bob.token,
      json: { text: "By when?", accept: false },
    });
    expect(await viewsOf(stage, id)).toEqual(["sent", "needs_you"]);
    await done(wire.reply(alice.token, id, "Friday."));
    expect(await viewsOf(stage, id)).toEqual(["sent", "waiting"]);
  });
});
