import { describe, expect, test } from "bun:test";
import canonicalize from "canonicalize";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { credentials } from "../../src/core/db/tables/account_schema.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { json } from "../harness.ts";
import { EventReader } from "../rest/event_reader.ts";
import { unfenced } from "../unfenced.ts";
import { callTool } from "./checkpoints.ts";
import { sayOver } from "./pair.ts";
import { spokenOver } from "./spoken.ts";
import type { Stage } from "./stage.ts";
import { done, startStage, WIRES } from "./stage.ts";

const NAME = "Claude on my laptop";

/** An agent of bob's with a name, and his own session. */
async function bobs({ service, bob }: Stage) {
  const { accountId } = bob;
  const { token, credential } = await service.operate(addCredential, {
    accountId,
    name: NAME,
  });
  const { id: credentialId } = credential;
  const person = await service.addSession(bob);
  return {
    agent: { token, credentialId },
    person: person.token,
    revoke: () =>
      service.operate(revokeCredential, { accountId, credentialId }),
  };
}

const shownToBob = (credentialId: string) => ({
  kind: "agent",
  label: `${NAME}, for bob`,
  name: NAME,
  credentialId,
});

describe.each([...WIRES])("over %s", (name) => {
  test("who wrote is told to all, and which agent it was to its own account, also once it is gone", async () => {
    await using stage = await startStage(name);
    const { service, wire, alice, bob } = stage;
    const { agent, person, revoke } = await bobs(stage);
    const { conversationId: id } = await done(
      wire.create(alice.token, { to: [bob.address], text: "words" }),
    );
    await done(wire.reply(agent.token, id, "by the agent"));
    await done(wire.reply(person, id, "by the person"));
    await revoke();
    const read = spokenOver(service, name);
    const mine = await read(bob.token, id);
    expect(mine.messages.map(({ actor }) => actor)).toEqual([
      { kind: "agent", label: expect.stringMatching(/'s agent$/) },
      shownToBob(agent.credentialId),
      { kind: "person", label: "bob" },
    ]);
    const theirs = await read(alice.token, id);
    const [own, ...others] = theirs.messages.map(({ actor }) => actor);
    expect(own).toMatchObject({
      kind: "agent",
      label: "First access, for alice",
    });
    expect(others).toEqual([
      { kind: "agent", label: expect.stringMatching(/'s agent$/) },
      { kind: "person", label: expect.any(String) },
    ]);
    for (const secret of [agent.credentialId, NAME]) {
      expect(theirs.raw).not.toContain(secret);
    }
  });

  test("an old access named like the operator is not taken for the operator", async () => {
    await using stage = await startStage(name);
    const { service, wire, alice, bob } = stage;
    const { agent } = await bobs(stage);
    await service.services.db.libraryOrm
      .update(credentials)
      .set({ name: "the operator" })
      .where(eq(credentials.id, agent.credentialId));
    const { conversationId: id } = await done(
      wire.create(alice.token, { to: [bob.address], text: "words" }),
    );
    await done(wire.reply(agent.token, id, "by the agent"));
    const mine = await spokenOver(service, name)(bob.token, id);
    expect(mine.messages.at(-1)?.actor).toMatchObject({
      kind: "agent",
      label: "a program called “the operator”, for bob",
    });
  });

  test("who signed and who decided is told, and the signed statement names the kind", async () => {
    await using stage = await startStage(name);
    const { service, rest, alice, bob } = stage;
    const { agent } = await bobs(stage);
    const fields = { to: [bob.address], text: "words", price: "5" };
    const { conversationId: id } = await done(rest.create(alice.token, fields));
    const say = sayOver(service, name === "a2a" ? "rest" : name);
    await done(say(agent.token, "decide", id, { decision: "approve" }));
    await done(say(agent.token, "send", id, words(name, "done")));
    await done(say(agent.token, "sign", id, { confirm: true }));
    const read = spokenOver(service, name);
    const mine = await read(bob.token, id);
    expect(mine.signedBy).toEqual(shownToBob(agent.credentialId));
    expect(mine.decidedActors).toEqual([shownToBob(agent.credentialId)]);
    const theirs = await read(alice.token, id);
    expect(theirs.signedBy).toEqual({
      kind: "agent",
      label: expect.stringMatching(/'s agent$/),
    });
    for (const secret of [agent.credentialId, NAME]) {
      expect(theirs.raw).not.toContain(secret);
    }
    const { signer } = decodeJwt<{ signer: object }>(theirs.receipt?.jws ?? "");
    expect(signer).toEqual({
      accountId: bob.accountId,
      address: bob.address,
      kind: "agent",
    });
  });
});

/** One text, as either wire takes it. */
function words(wire: string, text: string): object {
  return wire === "mcp" ? { parts: [{ text }] } : { text };
}

interface Chain {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly actors: readonly Readonly<Record<string, unknown>>[];
}

async function chain(
  { service }: Stage,
  over: "rest" | "mcp",
  [token, conversationId]: readonly [string, string],
): Promise<Chain> {
  if (over === "mcp") {
    const args = { conversationId };
    const result = await callTool(service, token, "read_audit", args);
    return unfenced(result.structuredContent);
  }
  const path = `/v1/conversations/${conversationId}/audit`;
  return await json(await service.fetch(path, { token }));
}

const sha256 = (data: string | Uint8Array) => Bun.SHA256.hash(data, "hex");

interface Commit {
  readonly entries: number;
  readonly head: string;
  readonly inner: string;
}

/** A reader's check of a chain: RFC 8785 and SHA-256, and nothing of ours. */
function verified({ records }: Chain): readonly string[] {
  let [last, record] = ["0".repeat(64), "0".repeat(64)];
  let open: Chain["records"][number][] = [];
  for (const shown of records) {
    const { seq: _, hash, prevHash, bodyHash, commit, ...body } = shown;
    const { at, conversationId, requestId, v, via, ...line } = body;
    expect(prevHash).toBe(last);
    last = String(hash);
    open.push(shown);
    if (body.type !== "redacted") {
      expect(sha256(canonicalize(line) ?? "")).toBe(String(bodyHash));
    }
    if (commit === undefined) continue;
    const { entries, head, inner } = commit as Commit;
    expect(entries).toBe(open.length);
    const digests = [head, ...open.map((it) => it.bodyHash), inner];
    record = sha256(Uint8Array.fromHex(record + digests.join("")));
    for (const it of open) {
      const isLast = it === shown;
      expect(it.hash).toBe(isLast ? record : sha256(`${record} ${it.seq}`));
    }
    const seq = Number(open[0]?.seq);
    if (body.type !== "redacted") {
      const shared = { at, conversationId, requestId, seq, v, via };
      expect(sha256(canonicalize(shared) ?? "")).toBe(head);
    }
    open = [];
  }
  expect(open).toEqual([]);
  return records.map(({ hash }) => String(hash));
}

test.each(["rest", "mcp"] as const)(
  "over %s every reader verifies the same chain, and only the own account learns which agent it was",
  async (over) => {
    await using stage = await startStage("rest");
    const { wire, alice, bob } = stage;
    const { agent } = await bobs(stage);
    const { conversationId: id } = await done(
      wire.create(alice.token, { to: [bob.address], text: "words" }),
    );
    await done(wire.reply(agent.token, id, "by the agent"));
    await done(wire.reply(agent.token, id, "by the agent again"));
    const mine = await chain(stage, over, [bob.token, id]);
    const theirs = await chain(stage, over, [alice.token, id]);
    expect(verified(theirs)).toEqual(verified(mine));
    for (const secret of [agent.credentialId, NAME]) {
      expect(JSON.stringify(theirs)).not.toContain(secret);
    }
    const own = mine.actors.filter(({ name }) => name === NAME);
    expect(own.length).toBeGreaterThan(0);
    for (const { seq, salt, credentialId, name, ...actor } of own) {
      expect(actor).toEqual({ kind: "agent", label: `${NAME}, for bob` });
      expect(credentialId).toBe(agent.credentialId);
      const record = mine.records.find((it) => it.seq === seq);
      const part = canonicalize({ credentialId, name });
      expect(record?.actor).toEqual({
        kind: "agent",
        accountId: bob.accountId,
        commitment: sha256(`${salt}${part}`),
      });
    }
    // Records that are not for them to read do not tell the actor either.
    const hidden = theirs.records.filter(({ type }) => type === "redacted");
    expect(hidden.length).toBeGreaterThan(0);
    for (const { seq, type } of theirs.records) {
      const shown = theirs.actors.find((it) => it.seq === seq);
      if (type === "redacted") expect(shown).toBeUndefined();
      else if (own.some((it) => it.seq === seq)) {
        expect(shown).toEqual({
          seq,
          kind: "agent",
          label: expect.stringMatching(/'s agent$/),
        });
      }
    }
    // Two commits of one agent cannot be told to be that.
    const commits = Map.groupBy(
      own,
      ({ seq }) => mine.records[Number(seq) - 1]?.requestId,
    );
    const [first, second] = [...commits.values()].map(
      (it) => new Set(it.map(({ salt }) => salt)),
    );
    expect(commits.size).toBe(2);
    expect(first?.isDisjointFrom(second ?? new Set())).toBe(true);
  },
);

test("an event says who it was, and to its own account which agent", async () => {
  await using stage = await startStage("rest");
  const { service, wire, alice, bob } = stage;
  const { agent } = await bobs(stage);
  const { conversationId: id } = await done(
    wire.create(alice.token, { to: [bob.address], text: "words", price: "5" }),
  );
  const path = `/v1/conversations/${id}/subscribe?after=0`;
  const heard = async (token: string) => {
    await using events = await EventReader.open(service, path, { token });
    const found: Record<string, unknown>[] = [];
    for (;;) {
      const { event, data = {} } = await events.event();
      if (event === "ready") continue;
      found.push(data);
      if (data.state === "completed") return found;
    }
  };
  await done(wire.reply(agent.token, id, "done"));
  const say = sayOver(service, "rest");
  await done(say(agent.token, "sign", id, { confirm: true }));
  const [mine, theirs] = [await heard(bob.token), await heard(alice.token)];
  const actor = { kind: "agent", accountId: bob.accountId };
  expect(theirs.at(-1)).toMatchObject({
    actor: { ...actor, label: "bob's agent" },
  });
  expect(mine.at(-1)).toMatchObject({
    actor: { ...actor, ...shownToBob(agent.credentialId) },
  });
  for (const secret of [agent.credentialId, NAME]) {
    expect(JSON.stringify(theirs)).not.toContain(secret);
  }
  const paid = mine.findLast(({ payment }) => payment !== undefined);
  expect(paid?.payment).toMatchObject({
    status: "released",
    signedBy: shownToBob(agent.credentialId),
  });
});
