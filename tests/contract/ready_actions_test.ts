import { describe, expect, test } from "bun:test";
import type { Static } from "typebox";
import type { ConversationSchema } from "../../src/core/conversations/model/schemas.ts";
import { unfenced } from "../unfenced.ts";
import { spokenOver } from "./spoken.ts";
import type { Stage } from "./stage.ts";
import { done, refusal, startStage, WIRES } from "./stage.ts";

type View = Static<typeof ConversationSchema>;

/** One action as a viewer is told of it. */
async function told(
  { service, wire }: Stage,
  token: string,
  id: string,
  action: string,
) {
  const { raw } = await spokenOver(service, wire.name)(token, id);
  const answer = JSON.parse(raw);
  const view: Pick<View, "actions"> =
    answer.conversation ??
    unfenced(answer.structuredContent)?.conversation ??
    answer.result.metadata.svc;
  return view.actions?.find(({ name }) => name === action);
}

describe.each([...WIRES])("over %s", (name) => {
  test("a reply is judged as one that names no mode, whom this wire sends it to", async () => {
    await using stage = await startStage(name);
    const { service, wire, rest, alice, bob } = stage;
    const person = (await service.addSession(alice)).token;
    const outside = "ada@elsewhere.example";
    const { conversationId: id } = await done(
      rest.create(person, {
        text: "Translate it",
        to: [bob.address],
        cc: [outside],
      }),
    );
    const agent = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
      "decisions:write",
    ]);
    const before = await told(stage, agent, id, "reply");
    expect(before?.ready).toBe(true);
    const first = await done(wire.reply(agent, id, "Here it is", null));
    if (name === "rest") {
      // It reaches the sender alone, who has an account.
      expect(before?.effect).toStartWith("Accepts the request");
      expect(first.state).toBe("working");
      return;
    }
    expect(before?.effect).toStartWith("Waits for your person");
    expect(first.state).toBe("input-required");
    const after = await told(stage, agent, id, "reply");
    const again = await refusal(wire.reply(agent, id, "And more", null));
    expect(after).toMatchObject({
      ready: false,
      because: { code: again.code, detail: again.detail },
    });
    expect(again.code).toBe("wrong_state");
  });
});
