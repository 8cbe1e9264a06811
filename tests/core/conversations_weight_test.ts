import { expect, test } from "bun:test";
import { conversationStore } from "../../src/core/conversations/acts/store/store.ts";
import { weightOf } from "../../src/core/conversations/model/weight.ts";
import { addArtifact } from "../../src/core/operations/add_artifact.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import type { Stage } from "./core_harness.ts";
import { decide, send, startStage, view } from "./core_harness.ts";

const LONG = "All work and no play. ".repeat(4_000);

/** Conversations that are kept, by the texts written in them. */
const WRITTEN: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  "one line": async ({ alice, bob }) =>
    await send(alice, { to: bob.address, text: "Hello" }),
  "a long message": async ({ alice, bob }) =>
    await send(alice, { to: bob.address, text: LONG }),
  "many messages": async ({ alice, bob }) => {
    const conversationId = await send(alice, { to: bob.address });
    for (let n = 0; n < 40; n++) {
      await alice.run(sendMessage, { conversationId, text: `And ${n}` });
    }
    return conversationId;
  },
  "a paid one with a file and decisions": async ({ alice, bob }) => {
    const conversationId = await send(alice.asPerson(), {
      to: bob.address,
      price: "1.00",
    });
    await decide(bob.asPerson(), conversationId, "approve");
    const file = { name: "a.txt", mimeType: "text/plain", bytes: btoa("a") };
    await bob.run(addArtifact, { conversationId, ...file });
    return conversationId;
  },
};

for (const [what, write] of Object.entries(WRITTEN)) {
  test(`the cache counts no less than it keeps, and not many times as much: ${what}`, async () => {
    await using stage = await startStage();
    const id = await write(stage);
    const people = [stage.alice, stage.bob];
    const views = await Promise.all(people.map((it) => view(it, id)));
    const store = conversationStore(stage.services.db);
    const kept = await store.load(id, 1);
    const weight = weightOf(kept);
    expect(weight).toBeGreaterThan(serialised(kept));
    // Its views share the same texts.
    expect(weight).toBeLessThan(4 * serialised([kept, ...views]));
  });
}

function serialised(value: unknown): number {
  return JSON.stringify(value).length;
}
