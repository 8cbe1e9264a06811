import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import type { Stage } from "./asked_person.ts";
import {
  ANSWER,
  acts,
  asked,
  call,
  decide,
  parts,
  read,
  startStage,
} from "./asked_person.ts";
import { connect, LEGACY, MODERN } from "./client_of_today.ts";

setDefaultTimeout(30_000);

describe("a client that shows its person a link", () => {
  /** The official client, with what its person does when they are asked. */
  async function connected(stage: Stage, decision?: string) {
    const seen: unknown[] = [];
    const client: Client & AsyncDisposable = await connect(
      stage.service,
      stage.agent,
      { ...MODERN, capabilities: { elicitation: { url: {} } } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      seen.push(params);
      if (decision) await decide(stage, decision);
      return { action: "accept" };
    });
    const answer = await client.callTool({
      name: "svc.send_message",
      arguments: { conversationId: stage.conversationId, parts },
    });
    await client.close();
    return { seen, answer, text: JSON.stringify(answer.content) };
  }

  test("is asked with the page where they decide, never with a form", async () => {
    await using stage = await startStage();
    const { seen, answer, text } = await connected(stage);
    const page = `${stage.service.baseUrl}/c/${stage.conversationId}`;
    expect(seen).toEqual([
      {
        mode: "url",
        message: expect.stringContaining("Waits for"),
        url: expect.stringContaining(page),
      },
    ]);
    // They have opened it and decided nothing yet.
    expect(answer.isError).toBeUndefined();
    expect(text).toContain(page);
    expect(await acts(stage)).toBe(1);
  });

  test("hears what came of it, and the call has acted once", async () => {
    await using stage = await startStage();
    const { seen, answer, text } = await connected(stage, "approve");
    expect(seen).toHaveLength(1);
    expect(answer.isError).toBeUndefined();
    expect(text).toContain("working");
    expect(text).not.toContain("Waits for");
    expect(await acts(stage)).toBe(1);
    expect((await read(stage)).state).toBe("working");
  });

  test("hears that it was declined, as a failure", async () => {
    await using stage = await startStage();
    const { answer, text } = await connected(stage, "decline");
    expect(answer.isError).toBe(true);
    expect(text).toContain("declined");
    const { messages } = await read(stage);
    expect(messages.map((it) => it.text)).not.toContain(ANSWER);
  });

  test("needs no scope beyond the one that the call needed", async () => {
    await using stage = await startStage(["conversations:write"]);
    const { seen, answer, text } = await connected(stage, "approve");
    expect(seen).toHaveLength(1);
    expect(answer.isError).toBeUndefined();
    expect(text).not.toContain("Carve");
  });
});

describe("a client that cannot show one", () => {
  const rows: [string, typeof MODERN][] = [
    ["declares nothing", MODERN],
    ["declares forms alone", { ...MODERN, capabilities: { elicitation: {} } }],
    [
      "is of the older era, whatever it declares",
      { ...LEGACY, capabilities: { elicitation: { url: {} } } },
    ],
  ];
  test.each(rows)("%s: the link is in the text", async (_, options) => {
    await using stage = await startStage();
    await using client = await connect(stage.service, stage.agent, options);
    const { content } = await client.callTool({
      name: "svc.send_message",
      arguments: { conversationId: stage.conversationId, parts },
    });
    expect(JSON.stringify(content)).toContain(
      `${stage.service.baseUrl}/c/${stage.conversationId}`,
    );
  });
});

test("a read of what waits asks nobody", async () => {
  await using stage = await startStage();
  await asked(stage);
  const { result } = await call(stage, {
    name: "svc.get_conversation",
    arguments: { conversationId: stage.conversationId },
  });
  expect(result?.resultType).toBe("complete");
});
