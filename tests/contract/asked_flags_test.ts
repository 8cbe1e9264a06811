import { expect, test } from "bun:test";
import type { Say } from "./pair.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, startStage } from "./stage.ts";

const PAIR = ["rest", "mcp"] as const;

/** Acts of an agent about which its person is asked first. */
const ASKING: Readonly<
  Record<string, (say: Say, token: string, id: string) => ReturnType<Say>>
> = {
  reply: (say, token, id) =>
    say(token, "send", id, { parts: [{ text: "Yes" }] }),
  ask: (say, token, id) =>
    say(token, "send", id, { parts: [{ text: "How?" }], needsInput: true }),
};

/** May read and write, and accepts nothing by itself. */
const CLERK = ["conversations:read", "conversations:write"] as const;

/** A request to bob, who has put it away. */
async function putAway({ service, rest, alice, bob }: Stage) {
  const fields = { to: [bob.address], text: "words" };
  const { conversationId } = await done(rest.create(alice.token, fields));
  const say = sayOver(service, "rest");
  const flags = { archived: true, unread: false };
  await done(say(bob.token, "update", conversationId, flags));
  return conversationId;
}

for (const wire of PAIR) {
  for (const [name, ask] of Object.entries(ASKING)) {
    test(`over ${wire} ${name} that asks a person says that it is in their inbox again, as it is`, async () => {
      await using stage = await startStage(wire);
      const { service, bob } = stage;
      const id = await putAway(stage);
      const token = await service.addCredential(bob, [...CLERK]);
      const say = sayOver(service, wire);
      const { conversation } = await done(ask(say, token, id));
      expect(conversation).toMatchObject({ unread: true, archived: false });
      expect(conversation?.folders).toEqual(["inbox", "needs_you"]);
      const read = await done(say(token, "read", id));
      const { unread, archived, folders } = { ...read.conversation };
      expect({ unread, archived, folders }).toEqual({
        unread: true,
        archived: false,
        folders: [...(conversation?.folders ?? [])],
      });
    });
  }
}
