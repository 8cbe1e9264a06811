import { expect, test } from "bun:test";
import { leafHash } from "../../../packages/verify/src/merkle.ts";
import { archiveKeys } from "../../../src/core/audit/log/archive_part.ts";
import { LogWitnessing } from "../../../src/core/loops/log_witnessing.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { startWitness } from "../../core/audit/log/witness.ts";
import { json, startService } from "../../harness.ts";

test("everybody reads the log as C2SP tlog-tiles has it, and a page of any origin", async () => {
  await using service = await startService();
  expect((await service.fetch("/log/checkpoint")).status).toBe(404);
  const alice = await service.addAccount("alice");
  await signHeads(service.services);
  const response = await service.fetch("/log/checkpoint");
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const note = await response.text();
  const [origin, size, root] = note.split("\n");
  expect(origin).toEndWith("/log");

  const bytes = async (path: string) => {
    const tile = await service.fetch(`/log/tile/${path}`);
    expect(tile.status).toBe(200);
    expect(tile.headers.get("cache-control")).toContain("immutable");
    return new Uint8Array(await tile.arrayBuffer());
  };
  expect(size).toBe("1");
  const leaf = await bytes("0/000.p/1");
  expect(leaf.toBase64()).toBe(root ?? "");
  const entry = await bytes("entries/000.p/1");
  expect([...entry.subarray(0, 2)]).toEqual([0, 32]);
  expect(leafHash(entry.subarray(2))).toEqual(leaf);
  expect(note).not.toContain(alice.accountId);
});

test("a path that no tile has, or that the log has not reached, is not found", async () => {
  await using service = await startService();
  await service.addAccount("alice");
  await signHeads(service.services);
  for (const path of [
    "0/000",
    "0/000.p/2",
    "0/000.p/0",
    "0/000.p/257",
    "1/000.p/1",
    "0/x001/067.p/1",
    "6/000.p/1",
    "entries/0",
    "0/000/000",
    "0/%2e%2e/000",
    "",
  ]) {
    const { status } = await service.fetch(`/log/tile/${path}`);
    expect([path, status]).toEqual([path, 404]);
  }
  const post = await service.fetch("/log/checkpoint", { method: "POST" });
  expect(post.status).toBe(405);
});

test("proofs over REST need the right to read audits", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  await signHeads(service.services);
  const token = await service.addCredential(alice, ["audit:read"]);
  const none = await service.addCredential(alice, ["conversations:read"]);
  for (const path of ["/v1/audit/log", "/v1/audit/log/consistency?from=1"]) {
    expect((await service.fetch(path)).status).toBe(401);
    expect((await service.fetch(path, { token: none })).status).toBe(403);
    expect((await service.fetch(path, { token })).status).toBe(200);
  }
  const made = await service.fetch("/v1/conversations", {
    ...{ method: "POST", token: alice.token },
    json: { to: [bob.address], title: "Proven", text: "Words", submit: true },
  });
  const { conversationId } = await json(made);
  await signHeads(service.services);
  const path = `/v1/conversations/${conversationId}/audit/proof`;
  const proof = await json(await service.fetch(path, { token }));
  const log = await json(await service.fetch("/v1/audit/log", { token }));
  expect(proof).toMatchObject({
    conversationId,
    proven: { size: log.size },
  });
  const carol = await service.addAccount("carol");
  const theirs = await service.fetch(path, { token: carol.token });
  expect(theirs.status).toBe(404);
});

test("everybody reads who witnessed the newest log, and who may read audits up to where", async () => {
  using witness = startWitness();
  await using service = await startService({
    env: { ALLOW_LOOPBACK_FETCH: "true", LOG_WITNESSES: witness.setting },
  });
  witness.log = (await archiveKeys(service.services)).log;
  const { token } = await service.addAccount("alice");
  await signHeads(service.services);
  await new LogWitnessing(service.services).pass();
  const note = await (await service.fetch("/log/checkpoint")).text();
  expect(note).toMatch(
    /\n\n\u2014 \S+\/log \S+\n\u2014 witness\.example \S+\n$/,
  );
  const log = await json(await service.fetch("/v1/audit/log", { token }));
  expect(log).toMatchObject({
    note,
    witnesses: [{ key: witness.key, size: log.size, note, problem: null }],
  });
});
