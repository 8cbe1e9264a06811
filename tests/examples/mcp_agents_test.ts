import { expect, test } from "bun:test";
import * as aiSdk from "../../examples/ai-sdk/agent.ts";
import { scriptedModel as aiSdkModel } from "../../examples/ai-sdk/scripted_model.ts";
import * as openai from "../../examples/openai-agents/agent.ts";
import { scriptedModel as openaiModel } from "../../examples/openai-agents/scripted_model.ts";
import { Inbox } from "../../packages/client/src/mod.ts";
import { startService } from "../harness.ts";

interface Work {
  readonly url: string;
  readonly token: string;
  onCall(tool: string, input: unknown): void;
}

/** Each reads what waits, answers the paid request, signs, and asks about the other. */
const SAMPLES: Readonly<Record<string, (work: Work) => Promise<string>>> = {
  "Vercel AI SDK": (work) =>
    aiSdk.workThroughInbox({ ...work, model: aiSdkModel() }),
  "OpenAI Agents SDK": (work) =>
    openai.workThroughInbox({ ...work, model: openaiModel() }),
};

for (const [name, work] of Object.entries(SAMPLES)) {
  test(`an agent of the ${name} reads what waits, is paid for an answer, and asks its person about the rest`, async () => {
    await using service = await startService();
    const url = service.baseUrl;
    const alice = await service.addAccount("alice", { credit: "20.00" });
    const bob = await service.addAccount("bob");
    const customer = new Inbox({ url, token: alice.token });
    const { conversationId: free } = await customer.createConversation({
      to: [bob.address],
      title: "Discount",
      text: "Can I have one?",
      submit: true,
    });
    const { conversationId: paid } = await customer.createConversation({
      to: [bob.address],
      title: "Translate",
      text: "“Guten Tag”, please.",
      price: "5.00",
      submit: true,
    });
    const calls: string[] = [];
    const onCall = (tool: string) => void calls.push(tool);
    expect(await work({ url, token: bob.token, onCall })).toBe(
      "Done: 2 conversations.",
    );
    expect(calls[0]).toBe("svc_list_conversations");
    expect(calls.toSorted()).toEqual([
      "svc_list_conversations",
      "svc_send_message",
      "svc_send_message",
      "svc_sign_receipt",
    ]);
    const { conversation } = await customer.getConversation({
      conversationId: paid,
    });
    expect(conversation).toMatchObject({
      state: "completed",
      payment: { status: "released" },
    });
    expect(conversation.messages.at(-1)?.text).toBe("Good day.");
    const { token } = await service.addSession(bob);
    const person = new Inbox({ url, token });
    const asked = await person.getConversation({ conversationId: free });
    expect(asked.conversation.checkpoints).toContainEqual(
      expect.objectContaining({ act: "ask", status: "open", mayDecide: true }),
    );
  });
}
