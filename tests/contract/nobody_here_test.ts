import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { CreateFields } from "../driver.ts";
import { callRpc } from "../harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import { unfenced } from "../unfenced.ts";
import type { Stage, WireName } from "./stage.ts";
import { startStage, WIRES } from "./stage.ts";

/** The answer about an address here that nobody has. */
interface Said {
  readonly code?: string;
  readonly didYouMean?: string;
  readonly warnings?: readonly object[];
  readonly text: string;
}

const SAY: Readonly<
  Record<WireName, (stage: Stage, fields: CreateFields) => Promise<Said>>
> = {
  async rest({ service, alice }, fields) {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { ...fields, submit: true },
    });
    const { code, didYouMean, warnings, detail = "" } = await response.json();
    if (code) expect(response.status).toBe(400);
    return { code, didYouMean, warnings, text: detail };
  },
  async mcp(stage, { text, ...fields }) {
    const args = { title: "x", ...fields, parts: [{ text }] };
    const call = {
      name: "svc.create_conversation",
      arguments: { detail: "full", ...args },
    };
    const { result } = await callRpc(stage.service, {
      path: "/api/mcp",
      token: stage.alice.token,
      method: "tools/call",
      params: call,
    });
    const said = unfenced(JSON.parse(result.content[0].text));
    return { ...said, text: said.error ?? "" };
  },
  async a2a(stage, { text, ...svc }) {
    const message = {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [{ text }],
      metadata: { svc },
    };
    const { result, error } = await callRpc(stage.service, {
      path: "/a2a",
      token: stage.alice.token,
      method: "SendMessage",
      params: {
        message,
      },
    });
    if (result) return { ...result.task.metadata.svc, text: "" };
    expect(error.code).toBe(-32602);
    return { ...error.data[0].metadata, text: error.message };
  },
};

const fields = (to: string, more: Partial<CreateFields> = {}) => ({
  to: [to],
  text: "words",
  ...more,
});

/** A mistyped name, and the one that was meant: one edit, and no other name as near. */
const MISTYPED: Readonly<Record<string, string | undefined>> = {
  "bobb@inbox.localhost": "bob@inbox.localhost",
  "obb@inbox.localhost": "bob@inbox.localhost",
  "crol@inbox.localhost": "carol@inbox.localhost",
  "davf@inbox.localhost": "dave@inbox.localhost",
  "nobody-like-it@inbox.localhost": undefined,
  // Two edits from bob.
  "bobbb@inbox.localhost": undefined,
};

for (const wire of WIRES) {
  test(`a price for an address here that nobody has is refused over ${wire}, with the one that was meant`, async () => {
    await using stage = await startStage(wire);
    for (const [to, meant] of Object.entries(MISTYPED)) {
      const said = await SAY[wire](stage, fields(to, { price: "5.00" }));
      expect([to, said.code, said.didYouMean]).toEqual([
        to,
        "no_such_account",
        meant,
      ]);
      expect(said.text).toContain(`no one has the address ${to}`);
    }
    const listed = await stage.rest.list(stage.alice.token);
    expect(listed).toEqual({ ok: true, output: { conversationIds: [] } });
  });

  test(`without a price it is kept over ${wire}, said plainly, and no mail leaves`, async () => {
    await using stage = await startStage(wire);
    const { service, alice } = stage;
    const { token } = await service.addSession(alice);
    const to = "bobb@inbox.localhost";
    const said = await SAY[wire](
      { ...stage, alice: wire === "rest" ? { ...alice, token } : alice },
      { ...fields(to), cc: ["bob@inbox.localhost"] },
    );
    expect(said.code).toBeUndefined();
    expect(said.warnings).toEqual([{ code: "no_such_account", address: to }]);
    const invites = sql.raw("select recipient from deliveries");
    expect(await service.services.db.orm.values(invites)).toEqual([]);
  });
}

test("an address that two names are as near to gets no guess", async () => {
  await using stage = await startStage("rest");
  await stage.service.addAccount("rob");
  const said = await SAY.rest(
    stage,
    fields("ob@inbox.localhost", { price: "1.00" }),
  );
  expect(said).toMatchObject({ code: "no_such_account" });
  expect(said.didYouMean).toBeUndefined();
});

test("a further message to nobody here leaves no mail either, and the participant says so", async () => {
  await using stage = await startStage("rest");
  const { service, alice } = stage;
  const { token } = await service.addSession(alice);
  const post = async (path: string, json: object) =>
    (
      await service.fetch(`/v1/conversations${path}`, {
        method: "POST",
        token,
        json,
      })
    ).json();
  const made = await post("", {
    ...fields("nobody.at.all@inbox.localhost"),
    submit: true,
  });
  const { conversation } = await post(`/${made.conversationId}/messages`, {
    text: "again",
  });
  expect(conversation.participants[1].delivery.state).toBe("no_such_account");
  const left = await deliverDue(service.services, {
    send: () => Promise.reject(new Error("A mail left")),
    close() {},
  });
  expect(left).toBe(0);
  expect(service.mails).toEqual([]);
});

test("a request for nobody here at our domain resolves as an ordinary address", async () => {
  await using stage = await startStage("rest");
  const { service, alice } = stage;
  const address = "bobb@inbox.localhost";
  const response = await service.fetch(
    `/api/router/resolve?address=${address}`,
    { token: alice.token },
  );
  expect(await response.json()).toEqual({
    gnesi: false,
    rail: "email",
    address,
  });
});

test("a quote for nobody here warns as a request does, over REST and as a tool", async () => {
  await using stage = await startStage("rest");
  const { service, alice, bob } = stage;
  const { token } = alice;
  const quoted = async (to: string) => {
    const query = new URLSearchParams({ to });
    const rest = await service.fetch(`/v1/quotes?${query}`, { token });
    const { result } = await callRpc(service, {
      path: "/api/mcp",
      token,
      method: "tools/call",
      params: { name: "svc.quote_access", arguments: { to } },
    });
    const tool = JSON.parse(result.content[0].text);
    return [(await rest.json()).warnings, tool.warnings];
  };
  const address = "bobb@inbox.localhost";
  const warned = [{ code: "no_such_account", address }];
  expect(await quoted(address)).toEqual([warned, warned]);
  expect(await quoted(bob.address)).toEqual([undefined, undefined]);
  expect(await quoted("a@b.example")).toEqual([undefined, undefined]);
});
