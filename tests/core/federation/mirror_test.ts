import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { Role, TaskState } from "@a2a-js/sdk";
import type { RequestContext } from "@a2a-js/sdk/server";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { MirrorStage } from "./mirror_stage.ts";
import { startMirrorStage } from "./mirror_stage.ts";
import type { SdkAgent } from "./sdk_agent.ts";
import { startSdkAgent, textPart } from "./sdk_agent.ts";

let stage: MirrorStage;
let agent: SdkAgent;
beforeAll(async () => {
  stage = await startMirrorStage();
  agent = await startSdkAgent();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const {
  TASK_STATE_WORKING: WORKING,
  TASK_STATE_COMPLETED: COMPLETED,
  TASK_STATE_INPUT_REQUIRED: INPUT_REQUIRED,
  TASK_STATE_REJECTED: REJECTED,
  TASK_STATE_FAILED: FAILED,
} = TaskState;

const FILE = {
  artifactId: "result",
  name: "painting.txt",
  description: "",
  metadata: undefined,
  extensions: [],
  parts: [
    {
      content: { $case: "raw" as const, value: Buffer.from("Blue.") },
      metadata: undefined,
      filename: "painting.txt",
      mediaType: "text/plain",
    },
  ],
};

test("a whole conversation goes there and back, with a question and a file", async () => {
  agent.does((_asked, say) => say.task(INPUT_REQUIRED, "Which colour?"));
  const id = await stage.write(agent.card);
  expect((await stage.read(id)).participants[1].delivery.state).toBe(
    "remote_queued",
  );
  await stage.deliver();
  const asked = await stage.read(id);
  expect(asked).toMatchObject({
    state: "input-required",
    participants: [
      {},
      {
        delivery: { state: "remote_delivered" },
        remote: { state: "TASK_STATE_INPUT_REQUIRED" },
      },
    ],
    messages: [
      { text: "Write this." },
      {
        text: "Which colour?",
        actor: { kind: "remote" },
        trust: { origin: agent.origin },
      },
    ],
    nextStep: { who: "person" },
  });
  expect(asked.checkpoints).toMatchObject([{ act: "ask", status: "open" }]);

  agent.does((_asked, say) =>
    say.task(COMPLETED, "Done.", { artifacts: [FILE] }),
  );
  await stage.reply(id, "Blue, please.");
  expect((await stage.read(id)).state).toBe("working");
  await stage.deliver();
  const done = await stage.read(id);
  expect(done.state).toBe("completed");
  expect(textsOf(done)).toEqual([
    "Write this.",
    "Which colour?",
    "Blue, please.",
    "",
    "Done.",
  ]);
  expect(done.artifacts).toMatchObject([{ name: "painting.txt", size: 5 }]);
  expect(agent.heard.slice(-2)).toEqual(["Write this.", "Blue, please."]);
  const { ok } = await stage.service.operate(verifyAudit, {
    conversationId: id,
  });
  expect(ok).toBe(true);
});

test("an agent whose card pins no wallet is not paid: that it asks for money is a question to the person", async () => {
  agent.does(({ taskId, contextId }, say) =>
    say.task(INPUT_REQUIRED, "", {
      status: {
        state: INPUT_REQUIRED,
        timestamp: undefined,
        message: {
          ...{ messageId: crypto.randomUUID(), taskId, contextId },
          ...{ role: Role.ROLE_AGENT, extensions: [], referenceTaskIds: [] },
          parts: [textPart("One USDC, please.")],
          metadata: {
            "x402.payment.status": "payment-required",
            "x402.payment.required": { x402Version: 2, accepts: [] },
          },
        },
      },
    }),
  );
  const id = await stage.write(agent.card);
  await stage.deliver();
  const asked = await stage.read(id);
  expect(asked).toMatchObject({
    ...{ state: "submitted", needsYou: true, section: "replies" },
    messages: [{ text: "Write this." }, { text: "One USDC, please." }],
    payment: { status: "none" },
  });
  expect(asked.nextStep.text).toBe(
    "localhost asks to be paid. This service can't hold that price: this service holds no money on a chain. No wallet was asked, and nothing was paid. Answer, or cancel the request.",
  );
});

test("the answer to its question may be a decision: its comment is the message", async () => {
  agent.does((_asked, say) => say.task(INPUT_REQUIRED, "Which colour?"));
  const conversationId = await stage.write(agent.card);
  await stage.deliver();
  const decided = { decision: "approve", comment: "Green." } as const;
  await stage.act(recordHilDecision, { conversationId, ...decided });
  agent.does((_asked, say) => say.task(COMPLETED, "Green it is."));
  await stage.deliver();
  expect(agent.heard.at(-1)).toBe("Green.");
  const read = await stage.read(conversationId);
  expect(read.state).toBe("completed");
  expect(textsOf(read).slice(-2)).toEqual(["Green.", "Green it is."]);
});

test("an answer without a task is a message", async () => {
  agent.does((_asked, say) => say.message("Nothing to do."));
  const id = await stage.write(agent.card);
  await stage.deliver();
  const read = await stage.read(id);
  expect(textsOf(read)).toEqual(["Write this.", "Nothing to do."]);
  expect(read.state).toBe("working");
  expect(read.participants[1].remote).toMatchObject({
    taskId: null,
    state: null,
  });
});

test("work goes on by itself, and time has the task asked for", async () => {
  const gate = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  agent.does(async (_asked, say) => {
    say.task(WORKING, "I have begun.");
    await gate.promise;
    say.task(COMPLETED, "Finished.");
    done.resolve();
  });
  const id = await stage.write(agent.card);
  await stage.deliver();
  expect((await stage.read(id)).state).toBe("working");
  gate.resolve();
  await done.promise;
  stage.service.clock.advance(5_000);
  await stage.look();
  const read = await stage.read(id);
  expect(textsOf(read)).toEqual(["Write this.", "I have begun.", "Finished."]);
  expect(read.state).toBe("completed");
});

test("the SDK's own push has the task asked for before its time", async () => {
  const gate = Promise.withResolvers<void>();
  const states: string[] = [];
  const pushed = Promise.withResolvers<void>();
  const info = spyOn(console, "info").mockImplementation(() => {
    states.push("pushed");
    if (states.includes("completed")) pushed.resolve();
  });
  agent.does(async (_asked, say) => {
    say.task(WORKING);
    await gate.promise;
    states.push("completed");
    say.task(COMPLETED, "Finished.");
  });
  const id = await stage.write(agent.card);
  await stage.deliver();
  gate.resolve();
  await pushed.promise;
  info.mockRestore();
  await stage.look();
  expect((await stage.read(id)).state).toBe("completed");
});

test("what follows the end is another task in the same context", async () => {
  const seen: RequestContext[] = [];
  agent.does((asked, say) => {
    seen.push(asked);
    say.task(COMPLETED, `Done ${seen.length}.`);
  });
  const id = await stage.write(agent.card);
  await stage.deliver();
  await stage.reply(id, "Once more.");
  await stage.deliver();
  const [first, second] = seen;
  expect(second?.taskId).not.toBe(first?.taskId ?? "");
  expect(second?.contextId).toBe(first?.contextId ?? "");
  expect(second?.userMessage.referenceTaskIds).toEqual([first?.taskId ?? ""]);
  const read = await stage.read(id);
  expect(textsOf(read).slice(-2)).toEqual(["Once more.", "Done 2."]);
  expect(read.participants[1].remote.taskId).toBe(second?.taskId ?? "");
});

test("a cancel cancels the task there", async () => {
  agent.does((_asked, say) => say.task(WORKING));
  const id = await stage.write(agent.card);
  await stage.deliver();
  await stage.act(cancelConversation, { conversationId: id, reason: "Stop." });
  await stage.deliver();
  const read = await stage.read(id);
  expect(read.state).toBe("canceled");
  expect(read.participants[1].remote.state).toBe("TASK_STATE_CANCELED");
});

test("over HTTP+JSON it is the same", async () => {
  await using other = await startSdkAgent(["HTTP+JSON"]);
  other.does((_asked, say) => say.task(INPUT_REQUIRED, "Which colour?"));
  const id = await stage.write(other.card);
  await stage.deliver();
  other.does((_asked, say) => say.task(WORKING));
  await stage.reply(id, "Red.");
  await stage.deliver();
  await stage.act(cancelConversation, { conversationId: id, reason: "Stop." });
  await stage.deliver();
  const read = await stage.read(id);
  expect(textsOf(read)).toEqual(["Write this.", "Which colour?", "Red."]);
  expect(read.participants[1].remote.state).toBe("TASK_STATE_CANCELED");
});

test("a rejection and a failure end the request with the agent's words", async () => {
  agent.does((_asked, say) => say.task(REJECTED, "I do not paint."));
  const rejected = await stage.write(agent.card);
  await stage.deliver();
  agent.does((_asked, say) => say.task(FAILED, "I broke."));
  const failed = await stage.write(agent.card);
  await stage.deliver();
  expect(await stage.read(rejected)).toMatchObject({
    stateReason: "I do not paint.",
  });
  expect(await stage.read(failed)).toMatchObject({
    state: "canceled",
    stateReason: "I broke.",
  });
});

test("messages of one conversation leave one after the other, others' with their name", async () => {
  const bob = await stage.service.addAccount("bob");
  agent.does((_asked, say) => say.task(INPUT_REQUIRED));
  const id = await stage.write(agent.card, { cc: bob.address });
  const answer = await stage.service.fetch(`/v1/conversations/${id}/messages`, {
    method: "POST",
    token: bob.token,
    json: { text: "I agree.", mode: "reply-all" },
  });
  expect(answer.status).toBe(201);
  await stage.reply(id, "And soon.");
  await stage.deliver();
  expect(agent.heard.slice(-3)).toEqual([
    "Write this.",
    `From ${bob.address}:I agree.`,
    "And soon.",
  ]);
});

test("a file goes within the message", async () => {
  const seen: RequestContext[] = [];
  agent.does((asked, say) => {
    seen.push(asked);
    say.task(COMPLETED);
  });
  const bytes = Buffer.from("Hello").toString("base64");
  const file = { name: "note.txt", mimeType: "text/plain", bytes };
  const id = await stage.write(agent.card, { artifacts: [file] });
  await stage.deliver();
  expect((await stage.read(id)).state).toBe("completed");
  const [words, note] = seen[0]?.userMessage.parts ?? [];
  expect(words?.content).toEqual(textPart("Write this.").content);
  expect(note).toMatchObject({ filename: "note.txt", mediaType: "text/plain" });
  expect(Buffer.from(note?.content?.value).toString()).toBe("Hello");
});

function textsOf(conversation: { messages: { text?: string }[] }) {
  return conversation.messages.map(({ text = "" }) => text);
}
