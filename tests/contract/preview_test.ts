import { describe, expect, test } from "bun:test";
import type { Static } from "typebox";
import type { PreviewSchema } from "../../src/core/conversations/acts/drafts/preview_schema.ts";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import { json } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, startStage } from "./stage.ts";

type Preview = Static<typeof PreviewSchema>;
type Over = "rest" | "mcp";

const ELSE = "eve@elsewhere.example";
const NOBODY = "nobody-like-it@inbox.localhost";

/** The answer of a preview, or the code of its refusal. */
async function previewed(
  { service }: Stage,
  over: Over,
  token: string,
  input: object,
): Promise<Preview> {
  if (over === "rest") {
    const path = "/v1/conversations/preview";
    const options = { method: "POST", token, json: input };
    return await json(await service.fetch(path, options));
  }
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    token,
    headers: { accept: "application/json" },
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "svc.preview_conversation",
        arguments: { detail: "full", ...input },
      },
    },
  });
  const { result } = await json(response);
  return (
    unfenced(result.structuredContent) ?? JSON.parse(result.content[0].text)
  );
}

/** The outcome of sending the same. */
async function sent({ service }: Stage, token: string, fields: object) {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { ...fields, submit: true },
  });
  return await json(response);
}

const STATES = {
  sends: "submitted",
  asks_person: "input-required",
  waits_for_payment: "auth-required",
  refused: "rejected",
} as const;

/** A narrow agent, a person who is blocked, and one who asks to be paid. */
async function staged(over: Over) {
  const stage = await startStage(over);
  const { service, alice, bob, carol, dave } = stage;
  const bobs = (await service.addSession(bob)).token;
  await service.fetch("/v1/profile", {
    method: "PUT",
    token: bobs,
    json: { prices: [{ contactType: "everyone", price: "5.00" }] },
  });
  const carols = (await service.addSession(carol)).token;
  await service.fetch(`/v1/contacts/${dave.address}`, {
    method: "PUT",
    token: carols,
    json: { blocked: true },
  });
  return {
    stage,
    alice: (await service.addSession(alice)).token,
    dave: (await service.addSession(dave)).token,
    agent: await service.addCredential(alice, [
      "conversations:read",
      "conversations:submit",
      "drafts:write",
      "addresses:read",
    ]),
  };
}

type People = Awaited<ReturnType<typeof staged>>;

interface Case {
  readonly name: string;
  readonly by: "alice" | "dave" | "agent";
  fields(stage: Stage): object;
  readonly says: object;
  readonly state?: string;
}

const WORDS = { title: "Fence", text: "Paint it" };

const CASES: readonly Case[] = [
  {
    name: "an account",
    by: "alice",
    fields: ({ dave }) => ({ ...WORDS, to: [dave.address], price: "2" }),
    says: {
      outcome: "sends",
      recipients: [{ how: "account", displayName: "dave", role: "to" }],
      money: {
        held: { amount: "2.00" },
        balance: { amount: "100.00" },
        condition: "dave@inbox.localhost replies.",
        returnsAfterDays: 7,
      },
      sentences: [
        "dave@inbox.localhost gets the message and its files right away.",
        "2.00 USDC (TEST) of your 100.00 USDC (TEST) is held. dave@inbox.localhost is paid after signing the receipt for this: dave@inbox.localhost replies.",
        "If that doesn't happen within 7 days, you get it back automatically.",
      ],
    },
  },
  {
    name: "an ordinary address",
    by: "alice",
    fields: () => ({ ...WORDS, to: [ELSE] }),
    says: {
      outcome: "sends",
      recipients: [{ how: "invite", address: ELSE }],
      sentences: [
        `${ELSE} gets a short email invitation without your text, and reads the message here.`,
      ],
    },
  },
  {
    name: "an address here that nobody has",
    by: "alice",
    fields: () => ({ ...WORDS, to: [NOBODY] }),
    says: {
      outcome: "sends",
      recipients: [{ how: "nobody_here" }],
      sentences: [
        `The address ${NOBODY} doesn't exist, so no one will read this.`,
      ],
    },
  },
  {
    name: "a price for an address here that nobody has",
    by: "alice",
    fields: () => ({ ...WORDS, to: [NOBODY], price: "2" }),
    says: { outcome: "refused", problems: [{ code: "no_such_account" }] },
  },
  {
    name: "more than the balance",
    by: "alice",
    fields: ({ dave }) => ({ ...WORDS, to: [dave.address], price: "150" }),
    says: {
      outcome: "waits_for_payment",
      money: { held: { amount: "150.00" }, missing: { amount: "52.00" } },
    },
  },
  {
    name: "less than the recipient asks",
    by: "alice",
    fields: ({ bob }) => ({ ...WORDS, to: [bob.address], price: "1" }),
    says: {
      outcome: "waits_for_payment",
      recipients: [{ asks: { amount: "5.00" } }],
      money: { held: { amount: "5.00" }, asked: { amount: "5.00" } },
    },
  },
  {
    name: "a copy to somebody who asks to be paid",
    by: "alice",
    fields: ({ bob, dave }) => ({
      ...WORDS,
      to: [dave.address],
      cc: [bob.address],
    }),
    says: {
      outcome: "refused",
      problems: [{ code: "invalid_input", pointer: "/cc" }],
    },
  },
  {
    name: "an agent's first words to a stranger",
    by: "agent",
    fields: ({ carol }) => ({ ...WORDS, to: [carol.address] }),
    says: { outcome: "asks_person", asks: [{ id: "R-FIRST-CONTACT" }] },
  },
  {
    name: "an agent that may not pay",
    by: "agent",
    fields: ({ dave }) => ({ ...WORDS, to: [dave.address], price: "2" }),
    says: { outcome: "refused", problems: [{ code: "insufficient_scope" }] },
  },
  {
    name: "somebody who has blocked the sender",
    by: "dave",
    fields: ({ carol, bob }) => ({
      ...WORDS,
      to: [bob.address, carol.address],
    }),
    says: { outcome: "waits_for_payment", problems: [] },
    state: "rejected",
  },
  {
    name: "nobody",
    by: "alice",
    fields: () => ({ ...WORDS }),
    says: {
      outcome: "refused",
      recipients: [],
      problems: [{ code: "invalid_input", pointer: "/to" }],
    },
  },
  {
    name: "nothing to say",
    by: "alice",
    fields: ({ dave }) => ({ to: [dave.address] }),
    says: {
      outcome: "refused",
      problems: [{ code: "invalid_input", pointer: "/parts" }],
      sentences: [
        "Cannot send: the message is empty.",
        "dave@inbox.localhost gets the message and its files right away.",
      ],
    },
  },
];

async function rowsOf({ service }: Stage) {
  const { db } = service.services;
  const count = async (table: string) =>
    await db.orm.values(`select count(*) from ${table}`);
  return await Promise.all(
    ["conversations", "deliveries", "audit_records", "ledger_transfers"].map(
      count,
    ),
  );
}

describe.each(["rest", "mcp"] as const)("over %s", (over) => {
  test("a preview says what sending does, and sending then does it", async () => {
    const people: People = await staged(over);
    await using stage = people.stage;
    for (const { name, by, fields, says, state } of CASES) {
      const input = fields(stage);
      const before = await rowsOf(stage);
      const preview = await previewed(stage, over, people[by], input);
      expect([name, await rowsOf(stage)]).toEqual([name, before]);
      expect({ name, ...preview }).toMatchObject({ name, ...says });
      const result = await sent(stage, people[by], input);
      const [problem] = preview.problems;
      if (result.code === undefined) {
        const came = state ?? STATES[preview.outcome];
        expect([name, result.state]).toEqual([name, came]);
        const { status, price } = result.conversation.payment;
        const held = status === "held" ? price : undefined;
        const promised =
          preview.outcome === "sends" ? preview.money?.held : undefined;
        expect(held).toEqual(promised);
      } else {
        expect([name, preview.outcome]).toEqual([name, "refused"]);
        expect(problem).toMatchObject({
          code: result.code,
          detail: result.detail,
        });
      }
    }
  });

  test("a stored draft answers the same for itself, and a stranger to the balance hears none", async () => {
    const people = await staged(over);
    await using stage = people.stage;
    const { service, alice: owner, rest, dave } = stage;
    const fields = { ...WORDS, to: [dave.address], price: "2" };
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token: people.alice,
      json: fields,
    });
    const { conversationId } = await json(made);
    const say = sayOver(service, over);
    const { preview } = await done(say(people.alice, "review", conversationId));
    const laid = (more: object, token = people.alice) =>
      previewed(stage, over, token, { conversationId, ...more });
    expect(preview).toEqual(await laid({}));
    expect(preview).toMatchObject({ outcome: "sends" });
    expect(await laid({ price: "101" })).toMatchObject({
      outcome: "waits_for_payment",
      money: { missing: { amount: "1.00" } },
    });
    const payer = await service.addCredential(owner, [
      "conversations:read",
      "conversations:submit",
      "contacts:new",
      "payments:hold",
      "addresses:read",
    ]);
    const blind = await laid({}, payer);
    expect(blind).toMatchObject({
      outcome: "sends",
      money: { held: { amount: "2.00" } },
    });
    expect(blind.money).not.toHaveProperty("balance");
    expect(JSON.stringify(blind)).not.toContain("100.00");
    const reader = await service.addCredential(owner, ["addresses:read"]);
    const refusal = await laid({}, reader);
    expect(refusal).toMatchObject({ code: "insufficient_scope" });
    // A caller who may not send learns who gets it, and nothing of money or of blocks.
    expect(await previewed(stage, over, reader, fields)).toMatchObject({
      outcome: "refused",
      recipients: [{ how: "account" }],
      problems: [{ code: "insufficient_scope" }],
    });
    await done(say(people.alice, "submit", conversationId));
    expect(await laid({})).toMatchObject({ code: "not_a_draft" });
    const read = await done(rest.read(people.alice, conversationId));
    expect(read.paymentStatus).toBe("held");
  });

  test("a recipient's closed account does not hide the other recipients", async () => {
    const people = await staged(over);
    await using stage = people.stage;
    const { service, bob, dave } = stage;
    const { accountId } = bob;
    await service.operate(disableAccount, { accountId });
    const fields = { ...WORDS, to: [dave.address, bob.address], cc: [ELSE] };
    const preview = await previewed(stage, over, people.alice, fields);
    expect(preview).toMatchObject({
      outcome: "refused",
      recipients: [
        { address: dave.address, how: "account", displayName: "dave" },
        { address: bob.address, how: "closed" },
        { address: ELSE, how: "invite" },
      ],
      problems: [{ code: "invalid_address", pointer: "/to" }],
    });
    // Of a closed account no more is said than that it is closed.
    expect(preview.recipients[1]).not.toHaveProperty("displayName");
    const refusal = await sent(stage, people.alice, fields);
    expect(refusal).toMatchObject({
      code: "invalid_address",
      detail: preview.problems[0]?.detail ?? "",
    });
  });

  test("the review of a draft that is not complete answers what is missing", async () => {
    const people = await staged(over);
    await using stage = people.stage;
    const { service, alice: owner } = stage;
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token: people.alice,
      json: { title: "Fence" },
    });
    const { conversationId } = await json(made);
    const say = sayOver(service, over);
    const missing = [{ pointer: "/to" }, { pointer: "/parts" }];
    const whole = await done(say(people.alice, "review", conversationId));
    expect(whole).toMatchObject({
      outcome: "deny",
      problems: missing,
      preview: { outcome: "refused", recipients: [], problems: missing },
    });
    const reader = await service.addCredential(owner, ["conversations:read"]);
    const told = await done(say(reader, "review", conversationId));
    expect(told).toMatchObject({ outcome: "deny", problems: missing });
    expect(told).not.toHaveProperty("preview");
  });
});
