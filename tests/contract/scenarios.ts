import { LIMITS } from "../../src/core/base/limits.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import type { CreateFields } from "../drivers.ts";
import type { Stage, WireName } from "./stage.ts";
import { done, refusal } from "./stage.ts";

/** A story told over one wire; what it gives has to be the same over each. */
export interface Scenario {
  readonly name: string;
  /** Where not every wire means the same by it. */
  readonly over?: readonly WireName[];
  run(stage: Stage): Promise<unknown>;
}

/**
 * A2A needs no reason, and answers a cancel of what is canceled (docs/a2a.md,
 * Opening a task).
 */
const WITH_REASONS = ["rest", "mcp"] as const;

const UNKNOWN = "cnv_00000000000000000000000000";

const fields = ({ bob }: Stage, more: Partial<CreateFields> = {}) => ({
  to: [bob.address],
  title: "A title",
  text: "words",
  ...more,
});

/** A conversation from alice to bob over the wire; its id. */
async function created(stage: Stage, more: Partial<CreateFields> = {}) {
  const { wire, alice } = stage;
  const { conversationId } = await done(
    wire.create(alice.token, fields(stage, more)),
  );
  return conversationId;
}

/** What each account reads of a conversation. */
async function everybody(stage: Stage, conversationId: string) {
  const { wire, alice, bob, carol, dave } = stage;
  await stage.service.services.agents.idle();
  const seen: unknown[] = [];
  for (const { token } of [alice, bob, carol, dave]) {
    const read = await wire.read(token, conversationId);
    seen.push(read.ok ? read.output : read.error);
  }
  return seen;
}

function create(name: string, more: Partial<CreateFields>): Scenario {
  return {
    name,
    run: async (stage) => everybody(stage, await created(stage, more)),
  };
}

const CREATES: readonly Scenario[] = [
  create("a free conversation is created", {}),
  create("a title that is absent is made from the text", { title: "" }),
  create("copies go to cc and bcc", {
    cc: ["carol@inbox.localhost"],
    bcc: ["dave@inbox.localhost"],
  }),
  create("ordinary addresses and service agents are among the recipients", {
    to: ["eve@example.org", "hello@inbox.localhost", "BOB@inbox.localhost"],
  }),
  create("a service agent is asked and answers", {
    to: ["hello@inbox.localhost"],
    text: "help",
  }),
  create("a price is held", { price: "5.00" }),
  create("a price as a number is held", { price: 5 }),
  create("a price as money is held", { price: { amountAtomic: "5000000" } }),
  create("a price above the balance asks for payment", { price: "100.01" }),
  create("a price is released when it is accepted", {
    price: "1",
    release: "accepted",
  }),
  create("a price is released when something was done", {
    price: "1",
    release: "converted",
    releaseAction: "call back",
  }),
  create("a price is released when a file has come", {
    price: "1",
    release: "converted",
    releaseAction: { type: "artifact", mimeType: "image/png" },
  }),
  create("a relationship is claimed", {
    contactType: "friends_family",
    firstUse: true,
  }),
];

const REFUSED_CREATES: Readonly<Record<string, Partial<CreateFields>>> = {
  "no recipient": { to: [] },
  "only the sender": { to: ["alice@inbox.localhost"] },
  "a price for a service agent": { to: ["hello@inbox.localhost"], price: "1" },
  "a malformed address": { to: ["nobody"] },
  "too many recipients": {
    to: Array.from(
      { length: LIMITS.recipientsMax + 1 },
      (_, index) => `p${index}@example.org`,
    ),
  },
  "an empty text": { text: " " },
  "a text that is too long": { text: "x".repeat(LIMITS.textCharsMax + 1) },
  "a title that is too long": { title: "x".repeat(LIMITS.titleCharsMax + 1) },
  "a negative price": { price: "-1" },
  "a price in words": { price: "five" },
  "a price with seven decimals": { price: 0.0000001 },
  "a price of another currency": { price: { amount: "1", currency: "EUR" } },
  "a price that is a list": { price: [1] },
  "an unknown release": { release: "soon" },
  "converted without an action": { release: "converted" },
  "an action without converted": { releaseAction: "call back" },
  "an action with a field of another": {
    release: "converted",
    releaseAction: { type: "artifact", url: "https://example.org/" },
  },
  "an unknown relationship": { contactType: "enemies" },
  "an unknown context": { contextId: "ctx_00000000000000000000000000" },
};

const REFUSALS: readonly Scenario[] = Object.entries(REFUSED_CREATES).map(
  ([name, more]) => ({
    name: `a create with ${name} is refused and stores nothing`,
    run: (stage) =>
      refusal(stage.wire.create(stage.alice.token, fields(stage, more))),
  }),
);

const CONTEXTS: readonly Scenario[] = [
  {
    name: "a follow-up shares the context",
    async run(stage) {
      const { wire, alice, bob } = stage;
      const first = await done(wire.create(alice.token, fields(stage)));
      const { contextId } = first;
      const second = await done(
        wire.create(bob.token, {
          ...fields(stage, { contextId }),
          to: [alice.address],
        }),
      );
      return [first, second];
    },
  },
  {
    name: "a foreign context is refused like an unknown one",
    async run(stage) {
      const { wire, alice, carol } = stage;
      const { contextId } = await done(wire.create(alice.token, fields(stage)));
      return refusal(wire.create(carol.token, fields(stage, { contextId })));
    },
  },
];

const REPLIES: readonly Scenario[] = [
  {
    name: "the recipient's reply accepts",
    async run(stage) {
      const { wire, bob } = stage;
      const id = await created(stage, { cc: ["carol@inbox.localhost"] });
      const sent = await done(wire.reply(bob.token, id, "on it"));
      return [sent, await everybody(stage, id)];
    },
  },
  {
    name: "everyone's replies reach whom they are for",
    async run(stage) {
      const { wire, alice, bob, carol, dave } = stage;
      const id = await created(stage, {
        cc: ["carol@inbox.localhost"],
        bcc: ["dave@inbox.localhost"],
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

const CANCELS: readonly Scenario[] = [
  {
    name: "the sender cancels and gets the price back",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage, { price: "5" });
      const canceled = await done(wire.cancel(alice.token, id, "no"));
      return [canceled, await everybody(stage, id)];
    },
  },
  {
    name: "the recipient cancels at work",
    async run(stage) {
      const { wire, bob } = stage;
      const id = await created(stage, { price: "5" });
      await done(wire.reply(bob.token, id, "on it"));
      return done(wire.cancel(bob.token, id, "cannot do it"));
    },
  },
  {
    name: "a cc may not cancel",
    async run(stage) {
      const id = await created(stage, { cc: ["carol@inbox.localhost"] });
      return refusal(stage.wire.cancel(stage.carol.token, id, "no"));
    },
  },
  {
    name: "what is earned cannot be canceled by the sender",
    async run(stage) {
      const { wire, alice, bob } = stage;
      const id = await created(stage, { price: "5" });
      await done(wire.reply(bob.token, id, "done"));
      return refusal(wire.cancel(alice.token, id, "no"));
    },
  },
  {
    name: "the same cancel again gives the same",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage);
      const first = await done(wire.cancel(alice.token, id, "no"));
      return [first, await done(wire.cancel(alice.token, id, "no"))];
    },
  },
  {
    name: "what another has canceled cannot be canceled",
    over: WITH_REASONS,
    async run(stage) {
      const { wire, alice, bob } = stage;
      const id = await created(stage);
      await done(wire.cancel(alice.token, id, "no"));
      return refusal(wire.cancel(bob.token, id, "no"));
    },
  },
  {
    name: "a cancel without a reason is refused",
    over: WITH_REASONS,
    run: async (stage) =>
      refusal(stage.wire.cancel(stage.alice.token, await created(stage), "")),
  },
  {
    name: "a cancel with too long a reason is refused",
    run: async (stage) =>
      refusal(
        stage.wire.cancel(
          stage.alice.token,
          await created(stage),
          "x".repeat(LIMITS.reasonCharsMax + 1),
        ),
      ),
  },
];

/** Every verb on a conversation that is not there for the caller. */
function absent(
  name: string,
  idOf: (stage: Stage) => Promise<string>,
): Scenario {
  return {
    name,
    async run(stage) {
      const { wire, carol } = stage;
      const id = await idOf(stage);
      return [
        await refusal(wire.read(carol.token, id)),
        await refusal(wire.reply(carol.token, id, "x")),
        await refusal(wire.cancel(carol.token, id, "x")),
      ];
    },
  };
}

const ABSENCES: readonly Scenario[] = [
  absent("an unknown conversation is not found", async () => UNKNOWN),
  absent("an id of another form is not found", async () => "not-an-id"),
  absent("a foreign conversation is not found", (stage) => created(stage)),
];

const LISTS: readonly Scenario[] = [
  {
    name: "each view lists the same for everybody",
    async run(stage) {
      const { wire, service, alice, bob, carol } = stage;
      for (const price of ["0", "1", "200"]) {
        await created(stage, { price, cc: ["carol@inbox.localhost"] });
        service.clock.advance(1);
      }
      const lists: unknown[] = [];
      const views = "inbox sent drafts archive needs_you payments".split(" ");
      for (const { token } of [alice, bob, carol]) {
        for (const view of [undefined, ...views]) {
          lists.push(await done(wire.list(token, view)));
        }
      }
      return lists;
    },
  },
  {
    name: "an unknown view is refused",
    run: ({ wire, alice }) => refusal(wire.list(alice.token, "everything")),
  },
];

/** What an account's decision leads to, said over REST: A2A has no word for it. */
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

const WITHIN_WORK: readonly Scenario[] = [
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

const APPROVALS: readonly Scenario[] = [
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

/** What all three wires can say. */
export const SCENARIOS: readonly Scenario[] = [
  ...CREATES,
  ...REFUSALS,
  ...CONTEXTS,
  ...REPLIES,
  ...CANCELS,
  ...ABSENCES,
  ...LISTS,
  ...APPROVALS,
  ...WITHIN_WORK,
];
