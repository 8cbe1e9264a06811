import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { remoteTaskStore } from "../../../src/core/addresses/foreign/remote_task_store.ts";
import type { RemoteTask } from "../../../src/core/agents/remote/calls/remote_task.ts";
import { pushToken } from "../../../src/core/conversations/acts/store/foreign_queue.ts";
import { takeRemote } from "../../../src/core/loops/remote/take_remote.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { cardOf, serve } from "../agents/hostile_server.ts";
import type { MirrorStage } from "./mirror_stage.ts";
import { startMirrorStage } from "./mirror_stage.ts";
import type { Rpc } from "./snapshots.ts";
import { answers, said, snapshot, taskOf } from "./snapshots.ts";

let stage: MirrorStage;
let agent: ReturnType<typeof serve>;
let card: string;
/** What the agent answers to a call; each test sets it. */
let answer: (body: Rpc) => Response = () => new Response(null, { status: 503 });
let count = 0;

beforeAll(async () => {
  stage = await startMirrorStage();
  agent = serve(async (request) => {
    if (request.method === "GET") {
      const capabilities = { pushNotifications: true };
      return cardOf(agent, { capabilities });
    }
    return answer(await request.json());
  });
  card = `http://localhost:${agent.port}/card.json`;
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** A conversation whose task is known, in a state. */
async function working(state = "TASK_STATE_SUBMITTED") {
  count += 1;
  const taskId = `task-${count}`;
  answer = answers(taskOf(taskId, state));
  const conversationId = await stage.write(card);
  await stage.deliver();
  const { participants } = await stage.read(conversationId);
  const { accountId } = participants[1];
  return { conversationId, accountId, taskId };
}

const take = (
  place: Awaited<ReturnType<typeof working>>,
  task: RemoteTask,
  by: "look" | "push" | "answer" = "look",
  more: { readonly knownBefore?: number } = {},
) => {
  const { conversationId, accountId } = place;
  const taken = { conversationId, accountId, said: task, by, ...more };
  return takeRemote(stage.service.services, taken);
};

const textsOf = async (id: string) =>
  (await stage.read(id)).messages.map(({ text = "" }) => text);

describe("a snapshot", () => {
  test("adds nothing twice, however often and however late it comes", async () => {
    const place = await working();
    const task = snapshot(place.taskId, {
      history: [said("1", "One."), said("2", "Two.")],
      message: said("3", "Three."),
    });
    await Promise.all([take(place, task), take(place, task)]);
    await take(place, task);
    // Long after every key of a repeat was deleted.
    await stage.forgetKeys();
    expect(await take(place, task)).toBe("taken");
    const expected = ["Write this.", "One.", "Two.", "Three."];
    expect(await textsOf(place.conversationId)).toEqual(expected);
    const { conversationId } = place;
    const { ok } = await stage.service.operate(verifyAudit, { conversationId });
    expect(ok).toBe(true);
  });

  test("an id that two tasks use is two messages", async () => {
    const [one, other] = [await working(), await working()];
    for (const it of [one, other]) {
      await take(it, snapshot(it.taskId, { message: said("1", it.taskId) }));
    }
    expect((await textsOf(one.conversationId)).at(-1)).toBe(one.taskId);
    expect((await textsOf(other.conversationId)).at(-1)).toBe(other.taskId);
  });

  test("is not believed about another task, nor in our own words", async () => {
    const [one, other] = [await working(), await working()];
    const foreign = snapshot(other.taskId, { message: said("1", "Lie.") });
    for (const by of ["look", "push", "answer"] as const) {
      expect(await take(one, foreign, by)).toBe("another_task");
    }
    const ours = snapshot(one.taskId, { history: [said("2", "Lie.", false)] });
    expect(await take(one, ours)).toBe("taken");
    expect(await textsOf(one.conversationId)).toEqual(["Write this."]);
  });

  test("the answer to a message cannot name a task of another conversation", async () => {
    const known = await working();
    answer = answers(taskOf(known.taskId, "TASK_STATE_COMPLETED"));
    const conversationId = await stage.write(card);
    await stage.deliver();
    const { state, participants } = await stage.read(conversationId);
    expect(state).toBe("submitted");
    expect(participants[1].remote.taskId).toBeNull();
  });

  test("a version never goes back, nor does an end", async () => {
    const place = await working();
    const at = (version: number, text: string) =>
      snapshot(place.taskId, {
        metadata: { svc: { version } },
        message: said(text, text),
      });
    expect(await take(place, at(7, "New."))).toBe("taken");
    expect(await take(place, at(6, "Old."))).toBe("older");
    const end = snapshot(place.taskId, { state: "TASK_STATE_COMPLETED" });
    expect(await take(place, end)).toBe("taken");
    expect(await take(place, snapshot(place.taskId))).toBe("older");
    const other = snapshot(place.taskId, { state: "TASK_STATE_CANCELED" });
    expect(await take(place, other)).toBe("older");
    const read = await stage.read(place.conversationId);
    expect(read.state).toBe("completed");
    expect(await textsOf(place.conversationId)).toEqual([
      "Write this.",
      "New.",
    ]);
  });

  test("a service that has gone back to a backup is believed once it is asked, and from there on", async () => {
    const place = await working();
    const at = (version: number, text: string) =>
      snapshot(place.taskId, {
        metadata: { svc: { version } },
        message: said(text, text),
      });
    expect(await take(place, at(7, "Before."))).toBe("taken");
    expect(await take(place, at(5, "Restored."), "push")).toBe("older");
    // A look that was on its way while 7 came is late.
    expect(await take(place, at(5, "Late."), "look", { knownBefore: 4 })).toBe(
      "older",
    );
    const asked = { knownBefore: 7 };
    expect(await take(place, at(5, "Restored."), "look", asked)).toBe("taken");
    expect(await take(place, at(6, "After."), "push")).toBe("taken");
    expect(await textsOf(place.conversationId)).toEqual([
      ...["Write this.", "Before.", "Restored.", "After."],
    ]);
  });

  test("a flood is taken in parts, and a message that is too long is left out", async () => {
    const place = await working();
    const history = Array.from({ length: 45 }, (_, n) =>
      said(`${n}`, n === 3 ? "x".repeat(200_000) : `Message ${n}.`),
    );
    const task = snapshot(place.taskId, { history });
    const countAfter = async () => {
      await take(place, task);
      return (await stage.read(place.conversationId)).messageCount;
    };
    expect(await countAfter()).toBe(21);
    expect(await countAfter()).toBe(41);
    expect(await countAfter()).toBe(45);
  });
});

test("a question of one who only has a copy is a message", async () => {
  count += 1;
  const taskId = `copy-${count}`;
  answer = answers(taskOf(taskId, "TASK_STATE_SUBMITTED"));
  const bob = await stage.service.addAccount(`bob${count}`);
  const to = { to: bob.address, cc: card };
  const conversationId = await stage.write(card, to);
  await stage.deliver();
  const { participants } = await stage.read(conversationId);
  const place = {
    conversationId,
    accountId: participants[2].accountId,
    taskId,
  };
  const task = snapshot(taskId, {
    state: "TASK_STATE_INPUT_REQUIRED",
    message: said("1", "Which?"),
  });
  expect(await take(place, task)).toBe("taken");
  expect((await stage.read(conversationId)).checkpoints).toEqual([]);
  expect((await textsOf(conversationId)).at(-1)).toBe("Which?");
});

test("an account elsewhere has the rate of any other", async () => {
  const env = { RATE_LIMITS: "on", CHANGES_PER_MINUTE: "12" };
  await using limited = await startMirrorStage({ env });
  answer = answers(taskOf("limited", "TASK_STATE_SUBMITTED"));
  const conversationId = await limited.write(card);
  await limited.deliver();
  const { accountId } = (await limited.read(conversationId)).participants[1];
  const history = Array.from({ length: 15 }, (_, n) => said(`${n}`, `${n}`));
  const task = snapshot("limited", { history });
  const { services, clock } = limited.service;
  const place = { conversationId, accountId };
  const taken = { ...place, said: task, by: "look" as const };
  expect(await takeRemote(services, taken)).toBe("later");
  const counted = (await limited.read(conversationId)).messageCount;
  expect(counted).toBe(13);
  const row = await remoteTaskStore(services.db).find(place);
  expect(row?.lookAt).toBeLessThanOrEqual(clock() + 30_000);
  clock.advance(120_000);
  expect(await takeRemote(services, taken)).toBe("taken");
  expect((await limited.read(conversationId)).messageCount).toBe(16);
});

describe("an agent that fails", () => {
  test("100 MB are not read, and the message is sent again", async () => {
    let sent = 0;
    const megabyte = new Uint8Array(1024 * 1024);
    answer = () => {
      const stream = new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent > 100) controller.close();
          else controller.enqueue(megabyte);
        },
      });
      const headers = { "content-type": "application/json" };
      return new Response(stream, { headers });
    };
    const id = await stage.write(card);
    await stage.deliver();
    expect(sent).toBeLessThan(100);
    const { participants } = await stage.read(id);
    expect(participants[1].delivery.state).toBe("remote_queued");
    answer = answers(taskOf("after-100-mb", "TASK_STATE_WORKING"));
    stage.service.clock.advance(10_000);
    await stage.deliver();
    expect((await stage.read(id)).state).toBe("working");
  });

  test("a refusal is final at once", async () => {
    answer = ({ id }) =>
      Response.json({
        ...{ jsonrpc: "2.0", id },
        error: { code: -32602, message: "No." },
      });
    const id = await stage.write(card);
    await stage.deliver();
    expect((await stage.read(id)).state).toBe("failed");
  });

  test("a task that is gone there is opened again in its context", async () => {
    const { conversationId, taskId } = await working("TASK_STATE_WORKING");
    const opened: unknown[] = [];
    answer = (body) => {
      const { message } = body.params as { message?: { taskId?: string } };
      if (body.method === "GetTask" || message?.taskId !== undefined) {
        const error = { code: -32001, message: "Not found" };
        return Response.json({ jsonrpc: "2.0", id: body.id, error });
      }
      opened.push(message);
      return answers(taskOf("reborn", "TASK_STATE_WORKING"))(body);
    };
    await stage.reply(conversationId, "Are you there?");
    await stage.deliver();
    expect(opened).toMatchObject([
      { contextId: "there", referenceTaskIds: [taskId] },
    ]);
    const { participants } = await stage.read(conversationId);
    expect(participants[1].remote.taskId).toBe("reborn");
  });
});

describe("a push", () => {
  const push = (token: string, body: BodyInit = "{}") =>
    stage.service.fetch("/a2a/push", {
      method: "POST",
      headers: { "x-a2a-notification-token": token },
      body,
    });
  const lookAt = async (place: Awaited<ReturnType<typeof working>>) =>
    (await remoteTaskStore(stage.service.services.db).find(place))?.lookAt;

  test("its token names one task, which is asked for at once", async () => {
    const [one, other] = [await working(), await working()];
    const before = await lookAt(other);
    const token = pushToken(stage.service.services.signer, one);
    expect((await push(token)).status).toBe(200);
    expect(await lookAt(one)).toBeLessThanOrEqual(stage.service.clock());
    expect(await lookAt(other)).toBe(before);
    const end = taskOf(one.taskId, "TASK_STATE_COMPLETED");
    answer = answers(end);
    await stage.look();
    expect((await stage.read(one.conversationId)).state).toBe("completed");
    expect((await stage.read(other.conversationId)).state).toBe("submitted");
  });

  test("an unknown token, a large body and a flood are turned away", async () => {
    const place = await working();
    const token = pushToken(stage.service.services.signer, place);
    expect((await push("f".repeat(64))).status).toBe(404);
    expect((await push("")).status).toBe(404);
    expect((await push(token, new Uint8Array(3 * 1024 * 1024))).status).toBe(
      413,
    );
    const all = await Promise.all(
      Array.from({ length: 70 }, () => push(token)),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
