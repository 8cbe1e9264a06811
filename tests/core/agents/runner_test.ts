import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Locks } from "../../../src/core/base/locks.ts";
import { AgentRunner } from "../../../src/core/loops/agent_runner.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { openWelcome } from "../../../src/core/operations/open_welcome.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { openServices } from "../../../src/process/open_services.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { actorOf, DOMAIN, send, startStage, view } from "../core_harness.ts";

const HELLO = `hello@${DOMAIN}`;
const DOORMAN = `doorman@${DOMAIN}`;

/** Opens the same file anew, as the next process does, and lets it work. */
async function reopened(core: Stage): Promise<OpenServices> {
  await core.services.close();
  const services = await openServices(core.config);
  await services.agents.idle();
  return services;
}

/** One of the service's own agents, by whose name an answer is written. */
function agent(core: Stage, localPart: string): Actor {
  return actorOf(core.services, {
    ...core.alice,
    accountId: `acc_${localPart}`,
    principal: {
      kind: "service",
      accountId: `acc_${localPart}`,
      scopes: null,
    },
  });
}

async function authors(actor: Actor, conversationId: string) {
  const seen = await view(actor, conversationId);
  return seen.messages.map(({ author }) => author.displayName);
}

/** Conversations that wait for any agent, by their unread rows. */
async function waiting(core: Stage): Promise<number> {
  const [row] = await core.rows(
    "select count(*) from participants where kind = 'service' and unread = 1",
  );
  return Number(row?.[0]);
}

test("what was left unanswered when the process died is answered at the next start, once", async () => {
  await using core = await startStage();
  await core.services.agents.stop();
  const ids: string[] = [];
  for (let i = 0; i < 2 * LIMITS.agentBatchMax + 1; i++) {
    ids.push(await send(core.alice, { to: HELLO, text: `Question ${i}` }));
  }
  expect((await view(core.alice, ids[0] ?? "")).state).toBe("submitted");
  for (let round = 1; round <= 2; round++) {
    const services = await reopened(core);
    const alice = actorOf(services, core.alice);
    for (const id of ids) {
      expect((await view(alice, id)).state).toBe("completed");
      expect(await authors(alice, id)).toEqual(["alice", "Hello"]);
    }
    await services.close();
  }
});

test("a process that died between the answer and its end is finished, not answered again", async () => {
  await using core = await startStage();
  await core.services.agents.stop();
  const conversationId = await send(core.alice, { to: HELLO });
  const answered = { conversationId, text: "the answer" };
  await agent(core, "hello").run(sendMessage, answered);
  expect((await view(core.alice, conversationId)).state).toBe("working");
  const services = await reopened(core);
  const alice = actorOf(services, core.alice);
  const seen = await view(alice, conversationId);
  expect(seen.state).toBe("completed");
  expect(seen.messages.map(({ text }) => text)).toEqual([
    "words",
    "the answer",
  ]);
  await services.close();
});

test("the answer has one key for a conversation: the database refuses a second one", async () => {
  await using core = await startStage();
  await core.services.agents.stop();
  const conversationId = await send(core.alice, { to: HELLO });
  const hello = agent(core, "hello");
  const key = { idempotencyKey: `answer:${conversationId}` };
  const said = (text: string) =>
    hello.run(sendMessage, { conversationId, text }, key);
  const first = await said("one");
  expect((await said("one")).messageId).toBe(first.messageId);
  const error = await hello.refused(
    sendMessage,
    { conversationId, text: "two" },
    key,
  );
  expect(error.code).toBe("idempotency_mismatch");
  const services = await reopened(core);
  const alice = actorOf(services, core.alice);
  expect(await authors(alice, conversationId)).toEqual(["alice", "Hello"]);
  await services.close();
});

test("two runners over one database give one answer each time", async () => {
  await using core = await startStage();
  // As another process sees it; the bus is shared, so that both are woken at once.
  const other = new AgentRunner({
    ...core.services,
    db: { ...core.services.db },
    locks: new Locks(),
    inFlight: new Map(),
  });
  // Half of them stay open after the answer, so that no end hides a second one.
  const recipients = [[HELLO], [HELLO, core.bob.address]];
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      send(core.alice, { to: recipients[i % 2] ?? [], text: `Question ${i}` }),
    ),
  );
  await Promise.all([core.services.agents.idle(), other.idle()]);
  await other.stop();
  for (const [i, id] of ids.entries()) {
    expect(await authors(core.alice, id)).toEqual(["alice", "Hello"]);
    const { state } = await view(core.alice, id);
    expect(state).toBe(i % 2 === 0 ? "completed" : "submitted");
  }
  expect(await waiting(core)).toBe(0);
  expect(core.logged).toEqual([]);
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});

test("several agents answer once each, and the last one completes", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: [HELLO, DOORMAN] });
  await core.services.agents.idle();
  const said = await authors(core.alice, conversationId);
  expect(said.toSorted()).toEqual(["Doorman", "Hello", "alice"]);
  expect((await view(core.alice, conversationId)).state).toBe("completed");
  expect(await waiting(core)).toBe(0);
});

test("among people an agent answers its requester alone, once, and decides nothing for them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: [HELLO, bob.address] });
  await core.services.agents.idle();
  expect(await authors(alice, conversationId)).toEqual(["alice", "Hello"]);
  expect(await authors(bob, conversationId)).toEqual(["alice"]);
  const seen = await view(bob, conversationId);
  expect(seen.state).toBe("submitted");
  expect(seen.folders).toContain("requests");
  await alice.run(sendMessage, { conversationId, text: "And?" });
  await core.services.agents.idle();
  expect(await authors(alice, conversationId)).toEqual([
    "alice",
    "Hello",
    "alice",
  ]);
  await bob.run(sendMessage, { conversationId, text: "Mine" });
  await bob.run(completeConversation, { conversationId });
  expect(await waiting(core)).toBe(0);
});

test("an agent that gets a mere copy says nothing", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    cc: HELLO,
    bcc: DOORMAN,
  });
  await core.services.agents.idle();
  expect(await authors(alice, conversationId)).toEqual(["alice"]);
  expect((await view(bob, conversationId)).state).toBe("submitted");
  expect(await waiting(core)).toBe(0);
});

test("an agent never answers what a service wrote, nor itself", async () => {
  await using core = await startStage();
  const conversationId = await send(agent(core, "hello"), {
    to: DOORMAN,
    fromAddress: HELLO,
  });
  await core.services.agents.idle();
  const doorman = agent(core, "doorman");
  expect(await authors(doorman, conversationId)).toEqual(["Hello"]);
  await agent(core, "hello").run(sendMessage, { conversationId, text: "So?" });
  await core.services.agents.idle();
  expect(await authors(doorman, conversationId)).toEqual(["Hello", "Hello"]);
  expect(await waiting(core)).toBe(0);
});

test("a question that was canceled in time is not answered", async () => {
  await using core = await startStage();
  await core.services.agents.stop();
  const conversationId = await send(core.alice, { to: HELLO });
  await core.alice.run(cancelConversation, { conversationId, reason: "no" });
  const services = await reopened(core);
  const alice = actorOf(services, core.alice);
  expect(await authors(alice, conversationId)).toEqual(["alice"]);
  expect((await view(alice, conversationId)).state).toBe("canceled");
  await services.close();
});

test("the welcome is answered once, whatever else is written", async () => {
  await using core = await startStage();
  const { bob } = core;
  const { conversationId } = await bob.run(openWelcome, {});
  await core.services.agents.idle();
  expect(await authors(bob, conversationId)).toEqual(["Hello"]);
  for (const text of ["Thank you!", "Anybody there?", "help"]) {
    await bob.run(sendMessage, { conversationId, text });
    await core.services.agents.idle();
  }
  expect(await authors(bob, conversationId)).toEqual([
    "Hello",
    "bob",
    "Hello",
    "bob",
    "bob",
  ]);
  expect((await view(bob, conversationId)).state).toBe("working");
  await bob.run(completeConversation, { conversationId });
  await core.services.agents.idle();
  expect(await waiting(core)).toBe(0);
});

test("a conversation that is full is left alone, and asked about once in the log", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  await services.agents.stop();
  const conversationId = await send(alice, { to: [HELLO, bob.address] });
  const parts = JSON.stringify([
    { text: "x".repeat(LIMITS.conversationCharsMax) },
  ]);
  await services.db.commit([
    {
      sql: "update messages set parts = ? where conversation_id = ?",
      args: [parts, conversationId],
    },
    {
      sql: "update conversations set tally = json_set(tally, '$.text', ?, '$.all', ?) where id = ?",
      args: [parts.length, parts.length, conversationId],
    },
  ]);
  const logged: string[] = [];
  await services.close();
  for (let start = 1; start <= 2; start++) {
    const next = await openServices(core.config, {
      writeLog: (line) => void logged.push(line),
    });
    await next.agents.idle();
    await next.close();
  }
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("agents.turn_refused");
});

test("what waits for money has not reached an agent, however much its sender adds", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice.asPerson(), {
    to: [HELLO, bob.address],
    price: "100.01",
  });
  await alice.run(sendMessage, { conversationId, text: "more" });
  await core.services.agents.idle();
  expect((await view(alice, conversationId)).state).toBe("auth-required");
  expect(await authors(alice, conversationId)).toEqual(["alice", "alice"]);
  expect(core.logged).toEqual([]);
});

test("a draft is not answered before it is sent", async () => {
  await using core = await startStage();
  const conversationId = await send(core.alice, { to: HELLO, submit: false });
  await core.services.agents.idle();
  expect(await authors(core.alice, conversationId)).toEqual(["alice"]);
});

test("the queue of an agent is read by its own index", async () => {
  await using core = await startStage();
  const plan = await core.rows(
    "explain query plan select conversation_id from participants where account_id = 'acc_hello' and kind = 'service' and unread = 1 and reached = 1 and conversation_id > '' order by conversation_id limit 16",
  );
  expect(String(plan)).toContain("participants_for_agents");
});
