import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { outwardReply, post, requested, SHOWN } from "./checkpoint_stories.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { checkpointsOver } from "./checkpoints.ts";
import { done, refused, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

test("a summary contains no word of a message beyond its preview, sent or not", async () => {
  const stage = await newStage("rest");
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

test.each(["en", "de"])(
  "a summary has as much of an agent's question as a preview of it would (%s)",
  async (language) => {
    const stage = await newStage("rest");
    const { service, bob } = stage;
    const id = await requested(stage);
    const agent = await service.addCredential(bob, ["conversations:write"]);
    const text = `${"Blue ".repeat(60)}to the end`;
    await post(stage, agent, `/${id}/messages`, { text, needsInput: true });
    const answer = await service.fetch(
      "/v1/conversations?view=needs_you&fields=summary",
      { token: bob.token, headers: { "accept-language": language } },
    );
    const { conversations } = await answer.json();
    const view = conversations.find((it: { id: string }) => it.id === id);
    const { text: preview } = view.preview;
    const cards: readonly Checkpoint[] = view.checkpoints;
    const asked = cards.find(({ act }) => act === "ask");
    expect(preview).toHaveLength(LIMITS.previewCharsMax);
    expect(asked?.summary).toEndWith(`: ${preview}`);
  },
);

describe.each(WIRES)("what waits for a decision over %s", (wire) => {
  test.each(Object.keys(SHOWN))("shows the whole of it: %s", async (act) => {
    const stage = await newStage(wire);
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
    const stage = await newStage(wire);
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
      says: "You're out. The request stays open for the other recipients.",
      state: "submitted",
    });
    expect(await decline(carol.token)).toEqual({
      says: "The request is declined and ends for everyone. No money moves.",
      state: "rejected",
    });
  });

  test("what was decided stays in the thread, with what came of it", async () => {
    const stage = await newStage(wire);
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
        effect: "The message wasn't sent.",
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
    const stage = await newStage(name);
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
