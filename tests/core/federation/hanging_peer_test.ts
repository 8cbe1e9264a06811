import { afterAll, beforeAll, expect, test } from "bun:test";
import { OUTSIDE } from "../../../src/core/base/external_services.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { RemoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import type { TestAccount } from "../../harness.ts";
import { json } from "../../harness.ts";
import { cardOf, serve } from "../agents/hostile_server.ts";
import type { MirrorStage } from "./mirror_stage.ts";
import { startMirrorStage } from "./mirror_stage.ts";

/** Every time of the service that others are given is a fifteenth: a second for an answer. */
const FASTER = 15;

let stage: MirrorStage;
beforeAll(async () => {
  const deadline = (ms: number) => OUTSIDE.deadline(ms / FASTER);
  stage = await startMirrorStage({ outside: { deadline } });
});
afterAll(() => stage[Symbol.asyncDispose]());

type Manner = "answers" | "hangs" | "drips";

/** An agent that answers, or never does, or with one byte at a time. */
function startAgent(manner: Manner) {
  const heard = Promise.withResolvers<void>();
  const said = { manner, calls: 0, heard: heard.promise };
  const agent = serve(async (request) => {
    if (request.method === "GET") return cardOf(agent);
    said.calls += 1;
    heard.resolve();
    const { id, params } = Object(await request.json());
    if (said.manner === "hangs") return await new Promise<Response>(() => {});
    if (said.manner === "drips") return new Response(drip());
    const status = { state: "TASK_STATE_WORKING" };
    const task = { id: params.id ?? `t${said.calls}`, status };
    const result = params.id === undefined ? { task } : task;
    return Response.json({ jsonrpc: "2.0", id, result });
  });
  const card = `http://localhost:${agent.port}/card.json`;
  const stop = () => agent[Symbol.asyncDispose]();
  return { card, said, [Symbol.asyncDispose]: async () => await stop() };
}

function drip() {
  let dripping: Timer | undefined;
  return new ReadableStream({
    start(to) {
      dripping = setInterval(() => to.enqueue(new Uint8Array([0x20])), 20);
    },
    cancel: () => clearInterval(dripping),
  });
}

async function write({ token }: TestAccount, card: string) {
  const asked = { to: card, text: "Write this.", submit: true };
  const answer = await stage.service.fetch("/v1/conversations", {
    ...{ method: "POST", token, json: asked },
  });
  expect(answer.status).toBe(201);
  return (await json(answer)).conversationId as string;
}

test("agents that never answer, or with a byte at a time, hold up nobody else, and are then left alone", async () => {
  await using hanging = startAgent("hangs");
  await using dripping = startAgent("drips");
  await using good = startAgent("answers");
  const deliveries = new Deliveries(stage.service.services);
  const names = Array.from({ length: 6 }, (_, index) => `busy${index}`);
  for (const name of names) {
    const who = await stage.service.addAccount(name);
    for (const { card } of [hanging, dripping, hanging, dripping]) {
      await write(who, card);
    }
  }
  const id = await stage.write(good.card);
  await deliveries.pass();
  const first = Promise.race([
    good.said.heard.then(() => "the one that answers"),
    deliveries.idle().then(() => "all the others"),
  ]);
  expect(await first).toBe("the one that answers");
  await deliveries.idle();
  const [, agent] = (await stage.read(id)).participants;
  expect(agent.delivery.state).toBe("remote_delivered");
  const { calls } = hanging.said;
  await stage.deliver();
  expect(hanging.said.calls).toBe(calls);
});

test("hundreds of tasks of an agent that hangs hold up no look at another's", async () => {
  await using hanging = startAgent("answers");
  await using good = startAgent("answers");
  const [one, other] = [
    await stage.write(hanging.card),
    await stage.write(good.card),
  ];
  await stage.deliver();
  hanging.said.manner = "hangs";
  const { db } = stage.service.services;
  const numbers = JSON.stringify(Array.from({ length: 300 }, (_, at) => at));
  const more = `insert into remote_tasks select 'conv_' || n.value, account_id, 'hash' || n.value,
    'task' || n.value, version, 1, 0, created_at from remote_tasks, json_each(?) n
    where conversation_id = ?`;
  const due = "update remote_tasks set look_at = 2 where conversation_id = ?";
  await db.commit([
    { sql: more, args: [numbers, one] },
    { sql: due, args: [other] },
  ]);
  const before = [hanging.said.calls, good.said.calls];
  const looks = new RemoteLooks(stage.service.services);
  for (let pass = 0; pass < 2; pass++) {
    await looks.pass();
    await looks.idle();
  }
  expect(good.said.calls).toBe((before[1] ?? 0) + 1);
  expect(hanging.said.calls - (before[0] ?? 0)).toBeLessThan(30);
});
