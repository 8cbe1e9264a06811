import { expect, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import type { Stage, WireName } from "./stage.ts";
import { done, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** Sends a message that names no mode, as each wire does; gives whom the answer says it reached. */
async function say(
  { service, wire }: Stage,
  { token }: TestAccount,
  conversationId: string,
  text: string,
): Promise<readonly string[]> {
  const parts = [{ text }];
  const rpc = (path: string, method: string, params: object) =>
    service.fetch(path, {
      method: "POST",
      token,
      headers: { accept: "application/json" },
      json: { jsonrpc: "2.0", id: 1, method, params },
    });
  const response = await {
    rest: () =>
      service.fetch(`/v1/conversations/${conversationId}/messages`, {
        method: "POST",
        token,
        json: { text },
      }),
    mcp: () =>
      rpc("/api/mcp", "tools/call", {
        name: "svc.send_message",
        arguments: { conversationId, parts },
      }),
    a2a: () =>
      rpc("/a2a", "SendMessage", {
        message: {
          messageId: crypto.randomUUID(),
          role: "ROLE_USER",
          taskId: conversationId,
          parts,
        },
      }),
  }[wire.name]();
  const answer = await response.json();
  expect([answer.code, answer.error, answer.result?.isError]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const { structuredContent, task } = answer.result ?? {};
  return (structuredContent ?? task?.metadata.svc ?? answer).readers;
}

/** The readers of a text, by name. */
async function readers(stage: Stage, conversationId: string, text: string) {
  const names: string[] = [];
  for (const name of ["alice", "bob", "carol", "dave"] as const) {
    const { texts } = await done(
      stage.rest.read(stage[name].token, conversationId),
    );
    if (texts.includes(text)) names.push(name);
  }
  return names.join(" ");
}

async function opened({ rest, alice, bob, carol, dave }: Stage) {
  const { conversationId } = await done(
    rest.create(alice.token, {
      to: [bob.address],
      cc: [carol.address],
      bcc: [dave.address],
      text: "words",
    }),
  );
  return conversationId;
}

const EVERYBODY = "alice bob carol dave";
/** A recipient's words reach no bcc, whatever the mode. */
const OF_BOB: Readonly<Record<WireName, string>> = {
  rest: "alice bob",
  mcp: "alice bob carol",
  a2a: "alice bob carol",
};

for (const wire of WIRES) {
  test(`a message without a mode over ${wire}: the sender's reaches everybody, a recipient's ${OF_BOB[wire]}`, async () => {
    const stage = await newStage(wire);
    const { alice, bob, carol, dave } = stage;
    const id = await opened(stage);
    const said = await say(stage, bob, id, "from bob");
    expect(await readers(stage, id, "from bob")).toBe(OF_BOB[wire]);
    const others = wire === "rest" ? [alice] : [alice, carol];
    expect(said).toEqual(others.map(({ address }) => address));
    const asked = await say(stage, alice, id, "from alice");
    expect(await readers(stage, id, "from alice")).toBe(EVERYBODY);
    expect(asked).toEqual([bob, carol, dave].map(({ address }) => address));
  });

  test(`a message without a mode over ${wire} tells of no bcc: neither theirs nor the answer to it`, async () => {
    const stage = await newStage(wire);
    const id = await opened(stage);
    await say(stage, stage.dave, id, "from dave");
    expect(await readers(stage, id, "from dave")).toBe("alice dave");
    await say(stage, stage.alice, id, "to dave");
    expect(await readers(stage, id, "to dave")).toBe("alice dave");
  });
}
