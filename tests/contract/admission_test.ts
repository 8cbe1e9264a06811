import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { Stage } from "./stage.ts";
import { done, refused, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** Bob's own word over REST: the wire under test has none for it. */
/** Bob himself, signed in. */
async function bobSays({ service, bob }: Stage, path: string, body: object) {
  const { token } = await service.addSession(bob);
  const response = await service.fetch(path, {
    method: "PUT",
    token,
    json: body,
  });
  if (!response.ok) throw new Error(await response.text());
}

const asksFive = (stage: Stage) =>
  bobSays(stage, "/v1/profile", {
    prices: [{ contactType: "everyone", price: "5" }],
  });

const saysOfAlice = (stage: Stage, body: object) =>
  bobSays(stage, `/v1/contacts/${stage.alice.address}`, body);

async function quoteOf({ service, alice, bob }: Stage): Promise<string> {
  const query = new URLSearchParams({
    skillId: "receive_message",
    to: bob.address,
  });
  const { token } = alice;
  const response = await service.fetch(`/v1/quotes?${query}`, { token });
  return (await json(response)).quoteId;
}

/** The outcome of alice's message to bob over the wire. */
async function written({ wire, alice, bob }: Stage, more: object = {}) {
  const { conversationId, state } = await done(
    wire.create(alice.token, { to: [bob.address], text: "words", ...more }),
  );
  const { paymentStatus } = await done(wire.read(alice.token, conversationId));
  const told = await wire.read(bob.token, conversationId);
  return [state, paymentStatus, told.ok ? "told" : told.error.code];
}

const UNREACHED = "conversation_not_found";

describe.each([...WIRES])("over %s", (name) => {
  test("a blocked sender is rejected, whatever is offered", async () => {
    const stage = await newStage(name);
    await asksFive(stage);
    await saysOfAlice(stage, { blocked: true });
    for (const price of ["0", "1", "50"]) {
      expect(await written(stage, { price })).toEqual([
        "rejected",
        "none",
        UNREACHED,
      ]);
    }
  });

  test("a price below the recipient's own waits for payment, the price itself is held", async () => {
    const stage = await newStage(name);
    await asksFive(stage);
    const missing = ["auth-required", "requires_payment", UNREACHED];
    expect(await written(stage)).toEqual(missing);
    expect(await written(stage, { price: "4.99" })).toEqual(missing);
    expect(await written(stage, { price: "5" })).toEqual([
      "submitted",
      "held",
      "told",
    ]);
    await saysOfAlice(stage, { allowed: true });
    expect(await written(stage)).toEqual(["submitted", "none", "told"]);
  });

  test("a stranger who claims friends_family pays what everyone pays, until it is accepted", async () => {
    const stage = await newStage(name);
    await bobSays(stage, "/v1/profile", {
      prices: [
        { contactType: "friends_family", price: "0" },
        { contactType: "everyone", price: "5" },
      ],
    });
    const claim = { contactType: "friends_family" };
    const missing = ["auth-required", "requires_payment", UNREACHED];
    expect(await written(stage, claim)).toEqual(missing);
    expect(await written(stage, { ...claim, price: "4.99" })).toEqual(missing);
    expect(await written(stage, { ...claim, price: "5" })).toEqual([
      "submitted",
      "held",
      "told",
    ]);
    await saysOfAlice(stage, claim);
    expect(await written(stage, claim)).toEqual(["submitted", "none", "told"]);
  });

  test("a quote caps the price, and is refused when it has expired or is another's", async () => {
    const stage = await newStage(name);
    const { wire, service, alice, bob, carol } = stage;
    await asksFive(stage);
    const quoteId = await quoteOf(stage);
    const fields = { to: [bob.address], text: "x", price: "5", quoteId };
    const create = (by: string, more: object = {}) =>
      wire.create(by, { ...fields, ...more });
    expect(await refused(create(alice.token, { price: "6" }))).toBe(
      "invalid_price",
    );
    expect(await refused(create(carol.token))).toBe("invalid_quote");
    expect((await done(create(alice.token))).state).toBe("submitted");
    service.clock.advance(LIMITS.quoteMs);
    expect(await refused(create(alice.token))).toBe("quote_expired");
  });
});

/** A quote over REST or MCP, by alice. */
async function asked(
  { service, alice }: Stage,
  over: "rest" | "mcp",
  input: Record<string, string>,
) {
  const { token } = alice;
  if (over === "rest") {
    const path = `/v1/quotes?${new URLSearchParams(input)}`;
    return await json(await service.fetch(path, { token }));
  }
  const params = {
    name: "svc.quote_access",
    arguments: { detail: "full", ...input },
  };
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    token,
    headers: { accept: "application/json" },
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  });
  const { result } = await json(response);
  return (
    unfenced(result.structuredContent) ?? JSON.parse(result.content[0].text)
  );
}

/** The part of a refusal that both wires give: its sentence, its code and where it is. */
function told(answer: Told): object {
  const { code, error, errors } = answer;
  if (code === undefined) return answer;
  return { code, error, pointers: errors?.map(({ pointer }) => pointer) };
}

interface Told {
  readonly code?: string;
  readonly error?: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

test("a quote is the same over REST and MCP, and so is its refusal", async () => {
  const stage = await newStage("rest");
  await asksFive(stage);
  const { bob } = stage;
  const skill = { skillId: "receive_message" };
  const questions: Record<string, string>[] = [
    { ...skill, to: bob.address },
    { ...skill, to: bob.address, contactType: "clients" },
    { ...skill, to: "eve@example.org" },
    { ...skill, to: "nobody" },
    { skillId: "none", to: bob.address },
    { conversationId: "cnv_0", to: bob.address },
    { to: bob.address },
  ];
  const codes: unknown[] = [];
  for (const input of questions) {
    const [rest, mcp] = [
      await asked(stage, "rest", input),
      await asked(stage, "mcp", input),
    ];
    expect(told(mcp)).toEqual(told(rest));
    codes.push(rest.code ?? rest.price.amount);
  }
  expect(codes).toEqual([
    "5.00",
    // A claim that was not accepted is no cheaper.
    "5.00",
    "0.00",
    "invalid_address",
    "skill_not_found",
    "conversation_not_found",
    // Without a skill the price is that of a message.
    "5.00",
  ]);
});
