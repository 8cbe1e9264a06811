import { addCredential } from "../../src/core/operations/add_credential.ts";
import type { Scenario } from "./scenario.ts";
import { created, everybody, fields } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { done, refusal } from "./stage.ts";

export const REPLIES: readonly Scenario[] = [
  {
    name: "the recipient's reply accepts",
    async run(stage) {
      const { wire, bob } = stage;
      const id = await created(stage, { cc: [stage.carol.address] });
      const sent = await done(wire.reply(bob.token, id, "on it"));
      return [sent, await everybody(stage, id)];
    },
  },
  {
    name: "everyone's replies reach whom they are for",
    async run(stage) {
      const { wire, alice, bob, carol, dave } = stage;
      const id = await created(stage, {
        cc: [stage.carol.address],
        bcc: [stage.dave.address],
      });
      for (const { token } of [bob, carol, dave, alice]) {
        await done(wire.reply(token, id, "reply"));
        await done(wire.reply(token, id, "reply to all", "reply-all"));
      }
      return everybody(stage, id);
    },
  },
  {
    name: "a reply to an ordinary address invites again after a day",
    async run(stage) {
      const { wire, alice, service } = stage;
      const id = await created(stage, { to: ["eve@example.org"] });
      await done(wire.reply(alice.token, id, "and this"));
      service.clock.advance(86_400_000);
      await done(wire.reply(alice.token, id, "and that"));
      return everybody(stage, id);
    },
  },
  {
    name: "an empty reply is refused",
    run: async (stage) =>
      refusal(stage.wire.reply(stage.bob.token, await created(stage), "  ")),
  },
  {
    name: "a reply in an unknown mode is refused",
    run: async (stage) =>
      refusal(
        stage.wire.reply(stage.bob.token, await created(stage), "x", "all"),
      ),
  },
  {
    name: "a closed conversation takes no reply",
    async run(stage) {
      const { wire, alice, bob } = stage;
      const id = await created(stage);
      await done(wire.cancel(alice.token, id, "no"));
      return refusal(wire.reply(bob.token, id, "late"));
    },
  },
];

/** The outcome of an account's decision, said over REST: A2A has no word for it. */
async function decided(
  { service }: Stage,
  token: string,
  conversationId: string,
  decision: string,
) {
  const path = `/v1/conversations/${conversationId}/decisions`;
  const json = { decision, comment: "because" };
  const answer = await service.fetch(path, { method: "POST", token, json });
  return (await answer.json()).state;
}

/** A conversation that bob works on and an email address reads, and his agent. */
async function worked(stage: Stage) {
  const { service, wire, bob } = stage;
  const id = await created(stage, { cc: ["eve@example.org"] });
  await done(wire.reply(bob.token, id, "on it"));
  const scopes = ["conversations:read", "conversations:write"] as const;
  const token = await service.addCredential(bob, [...scopes]);
  return { id, token };
}

export const WITHIN_WORK: readonly Scenario[] = [
  ...(["approve", "decline"] as const).map(
    (decision): Scenario => ({
      name: `what an agent may not write outward waits, and is sent or not: ${decision}`,
      async run(stage) {
        const { wire, bob } = stage;
        const { id, token } = await worked(stage);
        const { state } = await done(wire.reply(token, id, "x", "reply-all"));
        const again = await refusal(wire.reply(token, id, "y", "reply-all"));
        const between = await everybody(stage, id);
        const then = await decided(stage, bob.token, id, decision);
        return [state, again, between, then, await everybody(stage, id)];
      },
    }),
  ),
  {
    name: "an agent's question waits for its person, and nobody else reads it",
    async run(stage) {
      const { wire, alice, bob } = stage;
      const { id, token } = await worked(stage);
      const { state } = await done(wire.ask(token, id, "which?"));
      const foreign = await refusal(wire.ask(alice.token, id, "which?"));
      const between = await everybody(stage, id);
      const then = await decided(stage, bob.token, id, "approve");
      return [state, foreign, between, then];
    },
  },
];

export const APPROVALS: readonly Scenario[] = [
  {
    name: "what an agent may not pay by itself waits, and reaches nobody",
    async run(stage) {
      const { service, wire, alice } = stage;
      const { accountId } = alice;
      const limits = { perPayment: "5" };
      const input = { accountId, name: "Agent", limits } as never;
      const { token } = await service.operate(addCredential, input);
      const { conversationId, state } = await done(
        wire.create(token, fields(stage, { price: "6" })),
      );
      return [state, await everybody(stage, conversationId)];
    },
  },
  {
    name: "an agent's cancel of what is held waits, also when it is repeated",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage, { price: "5" });
      const states: string[] = [];
      for (const reason of ["no", "no"]) {
        states.push((await done(wire.cancel(alice.token, id, reason))).state);
      }
      return [states, await everybody(stage, id)];
    },
  },
];
