import { describe, expect, test } from "bun:test";
import type { Static } from "typebox";
import type { ScopesInput } from "../../src/core/identity/schemas.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { callA2a, callTool, checkpointsOver } from "./checkpoints.ts";
import type { WireName } from "./stage.ts";
import { WIRES as ALL_WIRES } from "./stage.ts";

/** REST and MCP have a verb for what is tried here; A2A has none. */
const WIRES = ["rest", "mcp"] as const;
type Wire = (typeof WIRES)[number];

interface Said {
  readonly code?: string;
  readonly state?: string;
  readonly checkpointId?: string;
  readonly artifactId?: string;
  readonly messageId?: string;
}

const PATHS: Readonly<Record<string, string>> = {
  refund_payment: "refund",
  send_message: "messages",
  add_artifact: "artifacts",
};

/** Does it over a wire, and gives back what was answered: an output or an error. */
async function say(
  service: TestService,
  wire: Wire,
  token: string,
  [name, conversationId, body]: readonly [string, string, object],
): Promise<Said> {
  if (wire === "mcp") {
    const args = { conversationId, ...body };
    const result = await callTool(service, token, name, args);
    return result.isError
      ? JSON.parse(result.content[0].text)
      : unfenced(result.structuredContent);
  }
  const path = `/v1/conversations/${conversationId}/${PATHS[name]}`;
  return await post(service, token, path, body);
}

async function post(
  service: TestService,
  token: string,
  path: string,
  body: object,
) {
  return await json(
    await service.fetch(path, { method: "POST", token, json: body }),
  );
}

interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly mira: TestAccount;
  readonly bob: TestAccount;
  readonly person: string;
}

async function startStage(): Promise<Stage> {
  const service = await startService({
    env: { AGENT_AUTO_DAY_LIMIT: "", AGENT_AUTO_PAYEE_LIMIT: "" },
  });
  const mira = await service.addAccount("mira", { credit: "100.00" });
  const bob = await service.addAccount("bob", { credit: "500.00" });
  const { token: person } = await service.addSession(mira);
  const stop = () => service[Symbol.asyncDispose]();
  return { service, mira, bob, person, [Symbol.asyncDispose]: stop };
}

/** An offer of bob's to mira, by himself: no limit of agents is about him. */
async function offered(
  { service, mira, bob }: Stage,
  price: string,
): Promise<string> {
  const { token } = await service.addSession(bob);
  const made = await post(service, token, "/v1/conversations", {
    ...{ to: [mira.address], parts: [{ text: "please" }], price },
    submit: true,
  });
  return made.conversationId;
}

/** One that mira's person has done and signed for. */
async function earned(stage: Stage, price: string): Promise<string> {
  const { service, person } = stage;
  const id = await offered(stage, price);
  const at = `/v1/conversations/${id}`;
  await post(service, person, `${at}/messages`, { text: "done" });
  const signed = await post(service, person, `${at}/receipt`, {
    confirm: true,
  });
  expect(signed.state).toBe("completed");
  return id;
}

const balance = async ({ service, mira }: Stage) =>
  (await json(await service.fetch("/v1/balance", { token: mira.token })))
    .available.amount;

async function agentOf(
  { service, mira }: Stage,
  scopes: Static<typeof ScopesInput>,
  limits: object = {},
): Promise<string> {
  const input = { accountId: mira.accountId, name: "Agent", scopes, limits };
  return (await service.operate(addCredential, input)).token;
}

describe.each(WIRES)("over %s", (wire) => {
  test("an agent that is talked into refunding gives back no more than it may pay", async () => {
    await using stage = await startStage();
    const { service, mira, person } = stage;
    const id = await earned(stage, "70.00");
    const narrow = await agentOf(stage, ["payments:hold"], {
      perPayment: "1.00",
    });
    const refund = (token: string, amount?: string) =>
      say(service, wire, token, [
        "refund_payment",
        id,
        amount === undefined ? {} : { amount },
      ]);
    expect(await refund(narrow, "60.00")).toMatchObject({
      code: "limit_exceeded",
    });
    // Small refunds of one payment do not add up to more than one may be.
    expect((await refund(narrow, "1.00")).state).toBe("completed");
    expect((await refund(narrow, "0.01")).code).toBe("limit_exceeded");
    // One without limits of its own has those of all agents.
    expect((await refund(mira.token)).code).toBe("limit_exceeded");
    expect(await balance(stage)).toBe("169.00");
    expect((await refund(person)).state).toBe("completed");
    expect(await balance(stage)).toBe("100.00");
  });

  test("what agents refund to one payee counts in the day like what they pay", async () => {
    await using stage = await startStage();
    const { service, mira } = stage;
    const codes: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const id = await earned(stage, "9.00");
      const said = await say(service, wire, mira.token, [
        "refund_payment",
        id,
        {},
      ]);
      codes.push(said.code ?? said.state);
    }
    expect(codes).toEqual(["completed", "completed", "limit_exceeded"]);
    expect(await balance(stage)).toBe("109.00");
  });

  test("a file that waits for its person is not shown by a question that names it", async () => {
    await using stage = await startStage();
    const { service, bob, mira, person } = stage;
    const id = await offered(stage, "5.00");
    const agent = await agentOf(stage, [
      "conversations:read",
      "conversations:write",
      "artifacts:write",
    ]);
    const file = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };
    const added = await say(service, wire, agent, ["add_artifact", id, file]);
    const { artifactId = "", checkpointId } = added;
    expect(checkpointId).toBeString();
    const read = async () =>
      (
        await service.fetch(`/v1/conversations/${id}/artifacts/${artifactId}`, {
          token: bob.token,
        })
      ).status;
    const named = { parts: [{ text: "look" }], artifactIds: [artifactId] };
    for (const token of [agent, mira.token, person]) {
      for (const more of [{ accept: false }, {}]) {
        const body = { ...named, ...more };
        const said = await say(service, wire, token, [
          "send_message",
          id,
          body,
        ]);
        expect(said.code).toBe("wrong_state");
      }
    }
    expect(await read()).toBe(404);
    // Once its person has approved it, it may be named.
    await post(service, person, `/v1/conversations/${id}/decisions`, {
      decision: "approve",
      checkpointId,
    });
    expect(await read()).toBe(200);
    const said = await say(service, wire, agent, ["send_message", id, named]);
    expect(said.messageId).toBeString();
  });
});

describe.each([...ALL_WIRES])("read over %s", (wire) => {
  test("what the account has is in no card and no shortfall for who may not see payments", async () => {
    await using stage = await startStage();
    const { service, bob, person } = stage;
    const scopes = [
      "conversations:read",
      "conversations:submit",
      "payments:hold",
      "contacts:new",
    ] as const;
    const blind = await agentOf(stage, [...scopes]);
    const seeing = await agentOf(stage, [...scopes, "payments:read"]);
    const made = await post(service, blind, "/v1/conversations", {
      ...{ to: [bob.address], parts: [{ text: "please" }], price: "777.00" },
      submit: true,
    });
    const { conversationId: id } = made;
    const told = async (token: string) =>
      JSON.stringify([
        await checkpointsOver(service, wire)(token, id),
        await paymentOver(service, wire, token, id),
      ]);
    expect(JSON.stringify(made)).not.toContain("100.00");
    expect(await told(blind)).not.toContain("100.00");
    expect(await told(blind)).toContain("777.00");
    expect(await told(seeing)).toContain("You have 100.00 USDC (TEST) and");
    await post(service, person, `/v1/conversations/${id}/decisions`, {
      decision: "approve",
    });
    // Now it waits for the money, and says how much.
    expect(await told(blind)).toContain("insufficient_balance");
    expect(await told(blind)).not.toMatch(/"100.00"|"677.00"/);
    expect(await told(seeing)).toMatch(/"677.00"/);
    const fund = `/v1/conversations/${id}/fund`;
    const rich = await agentOf(stage, [...scopes], {
      ...{ perPayment: "900", perDay: "900", perPayee: "900" },
    });
    const refused = await post(service, rich, fund, {});
    expect(refused.code).toBe("insufficient_balance");
    expect(JSON.stringify(refused)).not.toMatch(/100\.00|677\.00/);
  });
});

/** A wire's view of the payment of a conversation. */
async function paymentOver(
  service: TestService,
  wire: WireName,
  token: string,
  id: string,
): Promise<object> {
  if (wire === "rest") {
    const path = `/v1/conversations/${id}`;
    return (await json(await service.fetch(path, { token }))).conversation
      .payment;
  }
  if (wire === "mcp") {
    const args = { conversationId: id };
    const read = await callTool(service, token, "get_conversation", args);
    return unfenced(read.structuredContent).conversation.payment;
  }
  const { result } = await callA2a(service, token, "GetTask", { id });
  return result.metadata.svc.payment;
}

test("an access to payments alone reads no title of a conversation, in a table, the statement or as CSV", async () => {
  await using stage = await startStage();
  const { service } = stage;
  const scopes = ["payments:read"] as const;
  const blind = await agentOf(stage, [...scopes]);
  const seeing = await agentOf(stage, [...scopes, "conversations:read"]);
  await post(service, stage.person, "/v1/conversations", {
    ...{ to: [stage.bob.address], title: "quokka", text: "x", price: "1.00" },
    submit: true,
  });
  for (const path of [
    "/v1/payments",
    "/v1/payments/search",
    "/v1/payments?format=csv",
    "/v1/payments/search?format=csv",
  ]) {
    const read = async (token: string) =>
      await (await service.fetch(path, { token })).text();
    const shows = { blind: await read(blind), seeing: await read(seeing) };
    expect(shows).toEqual({
      blind: expect.not.stringContaining("quokka"),
      seeing: expect.stringContaining("quokka"),
    });
  }
});
