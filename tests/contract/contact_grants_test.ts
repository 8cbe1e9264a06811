import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { HOUR_MS } from "../../src/core/base/time.ts";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { json } from "../harness.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, refused, sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

const PAIR = ["rest", "mcp"] as const;

/** Says something of bob over REST, which alone has words for it, as alice or an agent of hers. */
async function says(stage: Stage, token: string, body: object) {
  const { service, bob } = stage;
  const path = `/v1/contacts/${bob.address}`;
  const response = await service.fetch(path, {
    method: "PUT",
    token,
    json: body,
  });
  return { status: response.status, ...(await json(response)) };
}

/** How bob stands with alice: undefined for a stranger. */
async function stands({ service, alice, bob }: Stage) {
  const { token } = alice;
  const path = `/v1/contacts/${bob.address}`;
  const response = await service.fetch(path, { token });
  if (response.status === 404) return undefined;
  const { contactType, blocked, allowed } = await json(response);
  return { contactType, blocked, allowed };
}

const USUAL = { contactType: "everyone", blocked: false, allowed: false };

describe.each([...PAIR])("decided over %s", (name) => {
  test("an agent lets nobody in: its person sees exactly what would change, and does it", async () => {
    const stage = await newStage(name);
    const { service, alice, bob } = stage;
    const say = sayOver(service, name);
    const { token: person } = await service.addSession(alice);
    const asked = await says(stage, alice.token, {
      allowed: true,
      contactType: "friends_family",
    });
    expect(asked.status).toBe(202);
    expect(asked.contact).toBeUndefined();
    expect(await stands(stage)).toBeUndefined();
    const { conversationId, checkpointId, approvalUrl } = asked.waiting;
    expect(approvalUrl).toBe(
      `${service.baseUrl}/c/${conversationId}#${checkpointId}`,
    );
    const { output } = (await say(person, "read", conversationId)) as {
      readonly output: {
        readonly conversation: {
          readonly state: string;
          readonly checkpoints: readonly object[];
        };
      };
    };
    expect(output.conversation.state).toBe("input-required");
    expect(output.conversation.checkpoints).toMatchObject([
      {
        checkpointId,
        act: "grant",
        kind: "review",
        rules: [{ id: "R-GRANT", outcome: "needs_person" }],
        proposal: {
          contact: {
            address: bob.address,
            before: null,
            after: { contactType: "friends_family", standing: "allowed" },
          },
        },
      },
    ]);
    const yes = { decision: "approve", comment: "", checkpointId };
    await done(say(person, "decide", conversationId, yes));
    expect(await stands(stage)).toEqual({
      contactType: "friends_family",
      blocked: false,
      allowed: true,
    });
    expect(await service.operate(verifyAudit, {})).toMatchObject({ ok: true });
  });

  test("no agent of the account approves it, the maker as little as another", async () => {
    const stage = await newStage(name);
    const { service, alice } = stage;
    const say = sayOver(service, name);
    const { accountId } = alice;
    const { token: other } = await service.operate(addCredential, {
      accountId,
      name: "Other",
    });
    const { waiting } = await says(stage, alice.token, { allowed: true });
    const { conversationId, checkpointId } = waiting;
    const yes = { decision: "approve", comment: "", checkpointId };
    for (const token of [alice.token, other]) {
      await refused(say(token, "decide", conversationId, yes));
    }
    expect(await stands(stage)).toBeUndefined();
    const no = { ...yes, decision: "decline" };
    const { token: person } = await service.addSession(alice);
    await done(say(person, "decide", conversationId, no));
    expect(await stands(stage)).toBeUndefined();
  });
});

test("a person in a session lets in at once; blocking and lowering need nobody, letting in again does", async () => {
  const stage = await newStage("rest");
  const { service, alice, bob } = stage;
  const { token: person } = await service.addSession(alice);
  const friend = { contactType: "coworkers", allowed: true };
  expect((await says(stage, person, friend)).status).toBe(201);
  for (const [body, after] of [
    [{ allowed: false }, { ...USUAL, contactType: "coworkers" }],
    [{ contactType: "clients" }, { ...USUAL, contactType: "clients" }],
    [{ blocked: true }, { ...USUAL, contactType: "clients", blocked: true }],
  ] as const) {
    expect((await says(stage, alice.token, body)).status).toBe(200);
    expect(await stands(stage)).toEqual(after);
  }
  // An unblocked contact is a client again: that is a privilege.
  expect((await says(stage, alice.token, { blocked: false })).status).toBe(202);
  // A blocked sender is let in by no agent, in whichever way.
  await says(stage, person, { contactType: "everyone" });
  const asked = await says(stage, alice.token, { blocked: false });
  expect(asked.status).toBe(202);
  const path = `/v1/contacts/${bob.address}`;
  const remove = async (token: string) =>
    (await service.fetch(path, { method: "DELETE", token })).status;
  expect(await remove(alice.token)).toBe(403);
  expect(await stands(stage)).toEqual({ ...USUAL, blocked: true });
  expect((await says(stage, person, { blocked: false })).status).toBe(200);
  expect(await remove(alice.token)).toBe(200);
  expect(await stands(stage)).toBeUndefined();
});

test("the same is asked once, each in one conversation, and no more than a person can read", async () => {
  const stage = await newStage("rest");
  const { service, alice } = stage;
  const ask = async (address: string) =>
    await json(
      await service.fetch(`/v1/contacts/${address}`, {
        method: "PUT",
        token: alice.token,
        json: { allowed: true },
      }),
    );
  const first = await ask("a0@example.org");
  expect((await ask("a0@example.org")).waiting).toEqual(first.waiting);
  for (let n = 1; n < LIMITS.grantsWaitingMax; n++) {
    const { waiting } = await ask(`a${n}@example.org`);
    expect(waiting.conversationId).toBe(first.waiting.conversationId);
  }
  expect((await ask("more@example.org")).code).toBe("quota_exceeded");
});

test("what has changed meanwhile is not approved, and after 72 hours nothing is", async () => {
  const stage = await newStage("rest");
  const { service, alice } = stage;
  const say = sayOver(service, "rest");
  const { waiting: late } = await says(stage, alice.token, { allowed: true });
  service.clock.advance(LIMITS.reviewHours * HOUR_MS);
  await sweepDue(service.services);
  // A session ends with its day: the person signs in again.
  const { token: person } = await service.addSession(alice);
  const approve = ({ conversationId, checkpointId }: typeof late) =>
    say(person, "decide", conversationId, {
      decision: "approve",
      checkpointId,
    });
  expect(await refused(approve(late))).toBe("checkpoint_expired");
  const { waiting } = await says(stage, alice.token, { allowed: true });
  expect(waiting.conversationId).toBe(late.conversationId);
  await says(stage, person, { contactType: "promotions" });
  expect(await refused(approve(waiting))).toBe("action_changed");
  expect(await stands(stage)).toEqual({ ...USUAL, contactType: "promotions" });
});

describe.each([...WIRES])("over %s", (name) => {
  test("what an agent claims to be to somebody makes them no closer to its person", async () => {
    const stage = await newStage(name);
    const { wire, alice, bob } = stage;
    const claim = { contactType: "friends_family", text: "x" };
    await done(wire.create(alice.token, { to: [bob.address], ...claim }));
    expect(await stands(stage)).toEqual(USUAL);
  });

  test("approving what an agent sends makes nobody a closer contact: its card does not ask for that", async () => {
    const stage = await newStage(name);
    const { service, wire, alice, bob } = stage;
    const agent = await service.addCredential(alice, [
      "conversations:read",
      "conversations:submit",
    ]);
    const { token: person } = await service.addSession(alice);
    const claim = { contactType: "friends_family", text: "x" };
    const to = [bob.address];
    const asked = await done(wire.create(agent, { to, ...claim }));
    expect(asked.state).toBe("input-required");
    const { conversationId } = asked;
    const approved = await service.fetch(
      `/v1/conversations/${conversationId}/decisions`,
      { method: "POST", token: person, json: { decision: "approve" } },
    );
    expect((await json(approved)).state).toBe("submitted");
    expect(await stands(stage)).toEqual(USUAL);
  });
});
