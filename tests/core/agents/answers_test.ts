import { expect, test } from "bun:test";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { DAY, DOMAIN, send, startStage, view } from "../core_harness.ts";

const AGENTS = ["hello", "doorman", "courier", "security"] as const;
type Agent = (typeof AGENTS)[number];

/** The answer of an agent to an account. */
async function ask(core: Stage, actor: Actor, agent: Agent, text = "?") {
  const to = `${agent}@${DOMAIN}`;
  const conversationId = await send(actor, { to, text });
  await core.services.agents.idle();
  const seen = await view(actor, conversationId);
  expect(seen.state).toBe("completed");
  expect(seen.messages).toHaveLength(2);
  return seen.messages.at(-1)?.text ?? "";
}

for (const agent of AGENTS) {
  test(`${agent} answers what is addressed to it: working, an answer, completed, each step recorded as its own`, async () => {
    await using core = await startStage();
    const { alice } = core;
    const to = `${agent}@${DOMAIN}`;
    const conversationId = await send(alice, { to, text: "Hi there" });
    await core.services.agents.idle();
    const seen = await view(alice, conversationId);
    expect(seen.state).toBe("completed");
    expect(seen.unread).toBe(true);
    expect(seen.payment.status).toBe("none");
    const answer = seen.messages.at(-1);
    expect(answer).toMatchObject({
      author: { address: to, kind: "service", accountId: `acc_${agent}` },
      mode: "reply",
      inReplyTo: seen.messages[0]?.messageId,
      trust: { relation: "service" },
    });
    const { records } = await alice.run(readAudit, { conversationId });
    const steps = records
      .slice(-3)
      .map((it) => ("actor" in it ? [it.type, it.actor] : [it.type]));
    const actor = { kind: "service", accountId: `acc_${agent}` };
    expect(steps).toEqual([
      ["conversation.working", actor],
      ["message.appended", actor],
      ["conversation.completed", actor],
    ] as never);
    expect(core.logged).toEqual([]);
  });

  test(`${agent} is free: a price is refused and points at itself`, async () => {
    await using core = await startStage();
    const { alice } = core;
    const priced = { to: `${agent}@${DOMAIN}`, text: "x", price: "1" };
    const error = await alice.refused(createConversation, {
      ...priced,
      submit: true,
    });
    expect(error.code).toBe("invalid_input");
    expect(error.errors).toEqual([
      {
        pointer: "/price",
        code: "not_payable",
        detail: "the service's own agents are free; remove the price",
      },
    ]);
    expect(await core.rows("select id from payments")).toEqual([]);
  });
}

test("hello knows help and status, however they are written, and greets everybody else", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const text of ["help", " HELP! ", "/help", "help me, please"]) {
    expect(await ask(core, alice, "hello", text)).toContain("- status:");
  }
  expect(await ask(core, alice, "hello", "Who are you?")).toStartWith(
    "Hello alice. ",
  );
  await send(bob, { to: alice.address });
  await alice.run(createConversation, { text: "a draft" });
  const status = await ask(core, alice, "hello", "status");
  expect(status).toContain(`Your address is ${alice.address}.`);
  // The five answers so far, and what bob wrote.
  expect(status).toContain("Unread: 6.");
  expect(status).toContain("Drafts: 1.");
  expect(status).toContain("Accept the request from bob");
});

test("doorman tells the requester's own contact types and prices, and nobody else's", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = bob.address;
  await send(alice.asPerson(), { to, contactType: "clients" });
  await send(carol.asPerson(), { to, contactType: "coworkers" });
  const said = await ask(core, alice, "doorman");
  expect(said).toContain(`- clients (1): ${bob.address}`);
  expect(said).toContain("- promotions: 1.00 USDC (default)");
  expect(said).not.toContain("coworkers (1)");
  expect(await ask(core, carol, "doorman")).toContain(
    `- coworkers (1): ${bob.address}`,
  );
});

test("courier tells what became of the requester's invites, and nobody else's", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await send(alice, { to: "eve@example.org", title: "Mine" });
  await send(bob, { to: "fay@example.org", title: "Theirs" });
  const said = await ask(core, alice, "courier");
  expect(said).toContain(
    '- eve@example.org, "Mine": invite queued, not sent yet (2026-01-15T12:00:00.000Z)',
  );
  expect(said).not.toContain("fay@");
});

test("security tells what waits, what was stopped and which credentials changed", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  core.advance(30 * DAY);
  expect(await ask(core, alice, "security")).toContain(
    "No credential changed in the last 7 days or ends in the next.",
  );
  await send(bob, { to: alice.address, title: "Mine" });
  await alice.run(createConversation, {
    to: bob.address,
    title: "Run this",
    text: "x",
    artifacts: [{ name: "a.exe", mimeType: "text/plain", bytes: "YQ==" }],
    submit: true,
  });
  const declined = await send(alice, {
    to: carol.address,
    title: "Declined",
  });
  const [asked] = (await view(carol, declined)).checkpoints;
  await carol.run(recordHilDecision, {
    conversationId: declined,
    checkpointId: asked?.checkpointId ?? "",
    decision: "decline",
    comment: "R-NO",
  });
  const { accountId } = alice;
  const { credential } = await core.run(addCredential, {
    accountId,
    name: "Robot",
  });
  await core.run(revokeCredential, { accountId, credentialId: credential.id });
  const said = await ask(core, alice, "security");
  expect(said).toContain("- Accept the request from bob (acceptance, until");
  expect(said).toContain('- "Run this": rejected, R-CONTENT');
  expect(said).not.toContain("Declined");
  expect(said).toContain("- Robot: revoked");
  const others = await ask(core, bob, "security");
  expect(others).not.toContain("Robot");
  expect(others).not.toContain("Run this");
});

test("a limited credential learns nothing from an agent that it could not read itself", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { accountId } = alice;
  await send(alice, { to: [bob.address, "eve@example.org"], title: "Secret" });
  const limited = async (scopes: string[]) => {
    const { credential } = await core.run(addCredential, {
      accountId,
      name: "Limited",
      scopes: scopes as never,
    });
    return alice.as({ credentialId: credential.id, scopes });
  };
  const writer = await limited(["conversations:submit"]);
  for (const agent of AGENTS) {
    const to = `${agent}@${DOMAIN}`;
    const text = "status";
    const id = await send(writer, { to, text });
    await core.services.agents.idle();
    const said = (await view(alice, id)).messages.at(-1)?.text ?? "";
    expect(said).toContain("the credential that asks lacks the scope");
    expect(said).not.toContain("eve@");
    expect(said).not.toContain(bob.address);
    expect(said).not.toContain("First access");
  }
  const reader = await limited(["conversations:submit", "conversations:read"]);
  expect(await ask(core, reader, "courier")).toContain("eve@example.org");
  expect(await ask(core, reader, "security")).toContain(
    "I tell about credentials only to one that is not limited.",
  );
});

test("an answer about an account is for who asked: a copy sees the question alone", async () => {
  await using core = await startStage();
  const { alice, carol } = core;
  const conversationId = await send(alice, {
    to: `doorman@${DOMAIN}`,
    cc: carol.address,
  });
  await core.services.agents.idle();
  expect((await view(alice, conversationId)).messages).toHaveLength(2);
  const { conversation } = await carol.run(getConversation, { conversationId });
  expect(conversation.state).toBe("completed");
  expect(conversation.messages).toHaveLength(1);
});
