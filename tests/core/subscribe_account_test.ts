import { expect, test } from "bun:test";
import { SERVICE_AGENTS } from "../../src/core/agents/service_agents.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { renameLabel } from "../../src/core/operations/rename_label.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { saveContact } from "../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type {
  Frame,
  Subscription,
} from "../../src/core/streams/event_stream.ts";
import { openAccountStream } from "../../src/core/streams/subscribe_account.ts";
import type { Actor, Stage } from "./core_harness.ts";
import { refusal, send, startStage, view } from "./core_harness.ts";
import { nextOf } from "./subscription.ts";

const NOW = "2026-01-15T12:00:00.000Z";

function open(
  core: Stage,
  { principal }: Pick<Actor, "principal">,
  state?: string,
): Promise<Subscription> {
  const caller = { principal, via: "rest", requestId: "test" } as const;
  return openAccountStream(core.services, caller, state);
}

/** A stream together with what it has told and nobody has looked at. */
interface Heard {
  readonly close: () => void;
  /** Everything told until nothing more comes. */
  told(): Promise<readonly Frame[]>;
  readonly ended: Promise<void>;
}

function hear(stream: Subscription): Heard {
  const frames: Frame[] = [];
  const listen = async () => {
    for (
      let frame = await nextOf(stream);
      frame;
      frame = await nextOf(stream)
    ) {
      frames.push(frame);
    }
  };
  const told = async () => {
    for (let seen = -1; seen < frames.length; ) {
      seen = frames.length;
      for (let turn = 0; turn < 20; turn++) await turnOfTheLoop();
    }
    return frames.splice(0);
  };
  return { close: () => stream.close(), told, ended: listen() };
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A stream whose `ready` was taken. */
async function opened(core: Stage, who: Pick<Actor, "principal">) {
  const heard = hear(await open(core, who));
  expect((await heard.told()).map(nameOf)).toEqual(["ready"]);
  return heard;
}

function nameOf(frame: Frame): string {
  return frame.kind === "event" ? frame.event : frame.kind;
}

function idOf(frame: Frame | undefined): string | undefined {
  return frame?.kind === "event" && frame.id !== null
    ? String(frame.id)
    : undefined;
}

function dataOf(frame: Frame | undefined): object {
  return frame?.kind === "event" ? frame.data : {};
}

test("ready is first and asks to read everything, and what was there is not told", async () => {
  await using core = await startStage();
  await send(core.alice, { to: core.bob.address });
  const stream = hear(await open(core, core.bob));
  expect(await stream.told()).toEqual([
    {
      kind: "event",
      id: expect.any(String),
      event: "ready",
      data: { reset: true, serverTime: NOW },
    },
  ]);
  stream.close();
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("a change in any conversation is told to everyone in it, and to nobody else", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const streams = {
    alice: await opened(core, alice),
    bob: await opened(core, bob),
    carol: await opened(core, carol),
  };
  const id = await send(alice, { to: bob.address, price: "5" });
  const sent = {
    conversationId: id,
    at: NOW,
    version: 1,
    state: "submitted",
    events: ["payment.updated", "state.changed", "message.appended"],
  };
  // The movement and the new contact are hers alone.
  const own = await streams.alice.told();
  expect(own.map(nameOf)).toEqual([
    "payment.moved",
    "contact.changed",
    "conversation.changed",
  ]);
  expect(own.map(dataOf)).toMatchObject([{}, { address: bob.address }, sent]);
  expect((await streams.bob.told()).map(dataOf)).toEqual([sent]);
  await bob.run(sendMessage, { conversationId: id, text: "done" });
  const [hint] = await streams.alice.told();
  expect(hint && nameOf(hint)).toBe("conversation.changed");
  expect(dataOf(hint)).toEqual({
    ...sent,
    version: 2,
    state: "working",
    events: ["state.changed", "message.appended"],
  });
  expect(await streams.carol.told()).toEqual([]);
  for (const stream of Object.values(streams)) stream.close();
});

test("what others may not read is told without its name, and holds no content", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await send(alice, { to: bob.address, cc: carol.address });
  await bob.run(sendMessage, { conversationId: id, text: "yes" });
  const stream = await opened(core, carol);
  await bob.run(sendMessage, { conversationId: id, text: "for alice alone" });
  const frames = await stream.told();
  expect(frames.map(dataOf)).toMatchObject([{ events: [], version: 3 }]);
  expect(JSON.stringify(frames)).not.toContain("alone");
  // The version is no secret: carol reads it anywhere.
  expect((await view(carol, id)).version).toBe(3);
  stream.close();
});

test("a conversation that never reached the account is not told", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const stream = await opened(core, bob);
  const draft = { to: bob.address, text: "not yet" };
  const { conversationId } = await alice.run(createConversation, draft);
  await alice.run(updateConversation, { conversationId, title: "Later" });
  expect(await stream.told()).toEqual([]);
  stream.close();
});

test("an account's own flags and drafts are told to its other devices", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address });
  const draft = { to: bob.address, text: "an idea" };
  const { conversationId } = await bob.run(createConversation, draft);
  const stream = await opened(core, bob);
  const other = await opened(core, alice);
  await bob.run(updateConversation, { conversationId: id, archived: true });
  await bob.run(deleteDraft, { conversationId });
  const frames = await stream.told();
  expect(frames.map(nameOf)).toEqual(["flags.changed", "draft.deleted"]);
  expect(frames.map(dataOf)).toEqual([
    {
      conversationId: id,
      at: NOW,
      unread: true,
      archived: true,
      snoozedUntil: null,
      labels: [],
    },
    { conversationId, at: NOW },
  ]);
  expect(await other.told()).toEqual([]);
  const addLabels = ["Shop"];
  await bob.run(updateConversation, { conversationId: id, addLabels });
  expect((await stream.told()).map(dataOf)).toMatchObject([
    { name: "labels" },
    { conversationId: id, labels: ["Shop"] },
  ]);
  // It may be on thousands: they are read anew.
  await bob.run(renameLabel, { label: "Shop", name: "Market" });
  expect((await stream.told()).map(nameOf)).toEqual(["ready"]);
  expect(await other.told()).toEqual([]);
  stream.close();
  other.close();
});

test("a client goes on from the last id that it has, and a later one from there", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const first = hear(await open(core, bob));
  const [ready] = await first.told();
  const id = await send(alice, { to: bob.address });
  const sent = (await first.told()).at(-1);
  first.close();
  await bob.run(sendMessage, { conversationId: id, text: "done" });
  await bob.run(updateConversation, { conversationId: id, archived: true });
  await bob.run(saveContact, { address: carol.address, blocked: true });
  const missed = ["conversation.changed", "flags.changed", "contact.changed"];
  for (const [from, names] of [
    [ready, missed],
    [sent, missed],
  ] as const) {
    const again = hear(await open(core, bob, idOf(from)));
    const frames = await again.told();
    expect(frames.map(nameOf)).toEqual(["ready", ...names]);
    expect(dataOf(frames[0])).toEqual({ reset: false, serverTime: NOW });
    // A stream that had only the first of two events under one id goes on before both.
    expect(frames.map(idOf)).toEqual([
      expect.any(String),
      undefined,
      expect.any(String),
      expect.any(String),
    ]);
    again.close();
    const last = hear(await open(core, bob, idOf(frames.at(-1))));
    expect((await last.told()).map(nameOf)).toEqual(["ready"]);
    last.close();
  }
  // Of somebody else, and of nobody.
  for (const [who, state] of [
    [alice, idOf(sent)],
    [bob, "nonsense"],
    [bob, ""],
  ] as const) {
    const anew = hear(await open(core, who, state));
    expect((await anew.told()).map(dataOf)).toEqual([
      { reset: true, serverTime: NOW },
    ]);
    anew.close();
  }
});

test("more changes than are told one by one are a new start", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const unread = await open(core, bob);
  await nextOf(unread);
  for (let at = 0; at < LIMITS.accountChangesMax; at++) {
    await send(alice, { to: bob.address });
  }
  const stream = hear(unread);
  expect((await stream.told()).map(nameOf)).toEqual(["ready"]);
  await send(alice, { to: bob.address });
  expect((await stream.told()).map(nameOf)).toEqual(["conversation.changed"]);
  stream.close();
});

test("it ends when its credential is revoked, and tells nothing after", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const principal = await authenticate(core.services, bob.token);
  if (principal.kind !== "agent") throw new Error("bob is known");
  const stream = await opened(core, { principal });
  await core.run(revokeCredential, {
    accountId: bob.accountId,
    credentialId: bob.credentialId,
  });
  await send(alice, { to: bob.address });
  await stream.ended;
  expect(await stream.told()).toEqual([]);
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});

test("only who may read the inbox opens it, and a few times", async () => {
  await using core = await startStage();
  const { bob } = core;
  const limited = bob.as({ scopes: ["conversations:write"] });
  expect((await refusal(open(core, limited))).code).toBe("insufficient_scope");
  const nobody = { principal: { kind: "anonymous" } } as const;
  const caller = { ...nobody, via: "rest", requestId: "test" } as const;
  const unknown = await refusal(openAccountStream(core.services, caller));
  expect(unknown.code).toBe("unauthenticated");
  const streams: Subscription[] = [];
  for (let count = 0; count < LIMITS.streamsPerConversationMax; count++) {
    streams.push(await open(core, bob));
  }
  expect((await refusal(open(core, bob))).code).toBe("too_many_streams");
  for (const stream of streams) stream.close();
  expect(core.services.bus.count()).toBe(SERVICE_AGENTS.length);
});
