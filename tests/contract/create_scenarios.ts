import { LIMITS } from "../../src/core/base/limits.ts";
import type { CreateFields } from "../driver.ts";
import type { Scenario } from "./scenario.ts";
import { created, everybody, fields } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { done, refusal } from "./stage.ts";

/** The fields of a request, or a function that makes them where they name people of the stage. */
type Words = Partial<CreateFields> | ((stage: Stage) => Partial<CreateFields>);

function wordsOn(stage: Stage, words: Words): Partial<CreateFields> {
  return typeof words === "function" ? words(stage) : words;
}

function create(name: string, words: Words): Scenario {
  return {
    name,
    run: async (stage) =>
      everybody(stage, await created(stage, wordsOn(stage, words))),
  };
}

/** A2A adds nothing to a finished task: there the actions after it differ from the others. */
function answered(more: Partial<CreateFields>): Scenario {
  return {
    name: "a service agent is asked and answers",
    run: async (stage) => {
      const seen = await everybody(stage, await created(stage, more));
      const apart = (key: string, value: unknown) =>
        key === "actions" ? undefined : value;
      return JSON.parse(JSON.stringify(seen, apart));
    },
  };
}

export const CREATES: readonly Scenario[] = [
  create("a free conversation is created", {}),
  create("a title that is absent is made from the text", { title: "" }),
  create("copies go to cc and bcc", ({ carol, dave }) => ({
    cc: [carol.address],
    bcc: [dave.address],
  })),
  create(
    "ordinary addresses and service agents are among the recipients",
    ({ bob }) => ({
      to: [
        "eve@example.org",
        "hello@inbox.localhost",
        bob.address.replace("bob", "BOB"),
      ],
    }),
  ),
  answered({ to: ["hello@inbox.localhost"], text: "help" }),
  create("a price is held", { price: "5.00" }),
  create("deadlines are in the terms", {
    ...{ price: "5.00", acceptWithin: "PT4H", deliverWithin: "P2D" },
    deliverBy: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  }),
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

const REFUSED_CREATES: Readonly<Record<string, Words>> = {
  "no recipient": { to: [] },
  "only the sender": ({ alice }) => ({ to: [alice.address] }),
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

export const REFUSALS: readonly Scenario[] = Object.entries(
  REFUSED_CREATES,
).map(([name, words]) => ({
  name: `a create with ${name} is refused and stores nothing`,
  run: (stage) => {
    const said = fields(stage, wordsOn(stage, words));
    return refusal(stage.wire.create(stage.alice.token, said));
  },
}));

export const CONTEXTS: readonly Scenario[] = [
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
