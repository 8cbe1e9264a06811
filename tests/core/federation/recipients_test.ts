import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { previewConversation } from "../../../src/core/operations/preview_conversation.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { CARD, serve } from "../agents/hostile_server.ts";
import type { Stage } from "../core_harness.ts";
import { refusal, startStage } from "../core_harness.ts";

let stage: Stage;
let agent: ReturnType<typeof serve>;
let card: string;
let fetches = 0;

beforeAll(async () => {
  stage = await startStage({ ALLOW_LOOPBACK_FETCH: "true" });
  agent = serve(() => {
    fetches += 1;
    return Response.json({
      ...CARD,
      supportedInterfaces: [
        {
          url: `http://localhost:${agent.port}/a2a`,
          protocolBinding: "JSONRPC",
          protocolVersion: "1.0",
        },
      ],
    });
  });
  card = `http://localhost:${agent.port}/card.json`;
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const parts = [{ text: "Write this down." }];

describe("an agent's card as a recipient", () => {
  test("the agent is an account whose inbox is elsewhere", async () => {
    const alice = stage.alice.asPerson();
    const sent = await alice.run(createConversation, {
      to: [card],
      parts,
      submit: true,
    });
    expect(sent.state).toBe("submitted");
    const [, scribe] = sent.conversation.participants;
    expect(scribe).toMatchObject({
      address: card,
      displayName: "Scribe",
      kind: "agent",
      remote: { card, origin: new URL(card).origin, taskId: null, state: null },
    });
    expect(scribe).not.toHaveProperty("agentCard");
  });

  test("it is one account for everybody, and its card is read once a day", async () => {
    const before = fetches;
    const of = async (who: "bob" | "carol") => {
      const { conversation } = await stage[who]
        .asPerson()
        .run(createConversation, { to: card, parts, submit: true });
      return conversation.participants[1]?.accountId;
    };
    const [bobs, carols] = await Promise.all([of("bob"), of("carol")]);
    expect(bobs).toBeDefined();
    expect(bobs).toBe(carols ?? "");
    expect(fetches).toBe(before);
  });

  test("two first contacts at once make one account", async () => {
    const fresh = `http://localhost:${agent.port}/fresh.json`;
    const sent = await Promise.all(
      [stage.alice, stage.bob, stage.carol].map((it) =>
        it
          .asPerson()
          .run(createConversation, { to: fresh, parts, submit: true }),
      ),
    );
    const ids = sent.map((it) => it.conversation.participants[1]?.accountId);
    expect(new Set(ids).size).toBe(1);
  });

  test("a preview says what the card says, and stores nothing", async () => {
    const unseen = `http://localhost:${agent.port}/unseen.json`;
    const { recipients, outcome, sentences } = await stage.alice
      .asPerson()
      .run(previewConversation, { to: unseen, parts });
    expect(outcome).toBe("sends");
    expect(recipients).toEqual([
      {
        address: unseen,
        displayName: "Scribe",
        kind: "agent",
        role: "to",
        how: "remote",
        agent: {
          name: "Scribe",
          description: "Writes things down.",
          card: unseen,
          signature: "absent",
          mayCharge: false,
        },
      },
    ]);
    expect(sentences).toEqual([
      `${unseen} is at another service, which gets the message and its files.`,
    ]);
    const known = `select count(*) from foreign_accounts where address = '${unseen}'`;
    expect(await stage.rows(known)).toEqual([[0]]);
  });

  test("a draft meets nobody before it is sent", async () => {
    const later = `http://localhost:${agent.port}/later.json`;
    const before = fetches;
    const alice = stage.alice.asPerson();
    const { conversationId } = await alice.run(createConversation, {
      to: later,
      parts,
    });
    expect(fetches).toBe(before);
    const { state } = await alice.run(submitDraft, { conversationId });
    expect(state).toBe("submitted");
    expect(fetches).toBe(before + 1);
  });

  test("an agent asks its person first, for outward and first contact", async () => {
    const rare = `http://localhost:${agent.port}/rare.json`;
    const helper = stage.dave.as({
      scopes: ["conversations:read", "conversations:submit"],
    });
    const { state, conversation } = await helper.run(createConversation, {
      to: rare,
      parts,
      submit: true,
    });
    expect(state).toBe("input-required");
    const rules = conversation.checkpoints[0]?.rules.map(({ id }) => id);
    expect(rules).toContain("R-OUTWARD");
    expect(rules).toContain("R-FIRST-CONTACT");
  });

  test("test money stays here", async () => {
    const error = await refusal(
      stage.alice.asPerson().run(createConversation, {
        to: card,
        parts,
        price: "1.00",
        submit: true,
      }),
    );
    expect(error.faults).toMatchObject([
      { pointer: "/price", code: "not_across" },
    ]);
  });

  test("a card that cannot be read refuses the submit and stores nothing", async () => {
    const dead = "http://localhost:1/card.json";
    const error = await refusal(
      stage.alice
        .asPerson()
        .run(createConversation, { to: dead, parts, submit: true }),
    );
    expect(error.code).toBe("card_unreachable");
    const stored = `select count(*) from participants where address = '${dead}'`;
    expect(await stage.rows(stored)).toEqual([[0]]);
  });

  test("a preview says why a card cannot be read", async () => {
    const dead = "http://localhost:1/card.json";
    const { outcome, problems, recipients } = await stage.alice
      .asPerson()
      .run(previewConversation, { to: dead, parts });
    expect(outcome).toBe("refused");
    expect(problems).toMatchObject([
      { code: "card_unreachable", pointer: "/to" },
    ]);
    expect(recipients).toMatchObject([{ address: dead, how: "remote" }]);
  });

  test("it is no account of this service for those who look it up", async () => {
    const alice = stage.alice.asPerson();
    expect(await alice.run(resolveAddress, { address: card })).toEqual({
      gnesi: false,
      rail: "email",
      address: card,
    });
    const { items } = await alice.run(discoverAgents, { query: "Scribe" });
    expect(items).toEqual([]);
  });
});
