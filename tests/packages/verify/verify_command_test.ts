import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { signArchive } from "../../../src/core/audit/log/archive_part.ts";
import { proveHeads } from "../../../src/core/audit/log/prove.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { getAuditLog } from "../../../src/core/operations/get_audit_log.ts";
import { proveLogConsistency } from "../../../src/core/operations/prove_log_consistency.ts";
import { ROOT } from "../../architecture/sources.ts";
import { send, startStage } from "../../core/core_harness.ts";
import type { Files } from "./exported.ts";
import { exported, seal } from "./exported.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("the one file says the same, under Node and under Bun", async () => {
  await using stage = await startStage();
  const { files } = await exported(stage);
  const root = await mkdtemp(join(tmpdir(), "inbox-archive-"));
  try {
    await unpacked(files, root);
    const runs = (program: string) => verified(program, root);
    const right = await runs(process.execPath);
    expect(right).toEqual([
      expect.stringMatching(/\nEverything is intact\.\n$/),
      0,
    ]);
    const node = Bun.which("node");
    if (node) expect(await runs(node)).toEqual(right);
    await rm(join(root, "log/proofs"), { recursive: true });
    const wrong = await runs(process.execPath);
    expect(wrong).toEqual([expect.stringContaining("WRONG cnv_"), 1]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a checkpoint that the archive does not lead from is checked with the proof that the service gave", async () => {
  await using other = await startStage();
  const { files } = await exported(other);
  const { alice, bob, services } = other;
  const { note: early, size: from } = await alice.run(getAuditLog, {});
  await send(alice, { to: [bob.address], title: "Later" });
  await signHeads(services);
  const { note, size: to } = await alice.run(getAuditLog, {});
  // An archive of the later log, without what leads to it.
  files.set("log/checkpoint", encode(note));
  files.delete("log/consistency/000001.jsonl");
  const proven = await proveHeads(services, chainsIn(files));
  files.set(
    "log/proofs/000001.jsonl",
    encode(proven.map((it) => `${JSON.stringify(it)}\n`).join("")),
  );
  await seal(files, (hash) => signArchive(services, hash));
  const root = await mkdtemp(join(tmpdir(), "inbox-archive-"));
  try {
    await unpacked(files, root);
    const beside = (name: string, text: string) =>
      Bun.write(`${root}.${name}`, text);
    await beside("kept", early);
    const consistency = await alice.run(proveLogConsistency, { from });
    await beside("proof", JSON.stringify(consistency));
    const proof = ["--proof", `${root}.proof`];
    const runs = (...more: readonly string[]) =>
      verified(process.execPath, root, "--against", `${root}.kept`, ...more);
    expect(await runs()).toEqual([
      expect.stringContaining(`consistency?from=${from} from the service`),
      1,
    ]);
    expect(await runs(...proof)).toEqual([
      expect.stringContaining(`extends the checkpoint that you kept, of`),
      0,
    ]);
    const wrong = { ...consistency, proof: consistency.proof.slice(1) };
    await beside("proof", JSON.stringify({ ...wrong, to }));
    expect((await runs(...proof))[1]).toBe(1);
    const { key } = await alice.run(getAuditLog, {});
    expect(await runs("--witness", key)).toEqual([
      expect.stringMatching(/WRONG witness .*: it signed no checkpoint/),
      1,
    ]);
  } finally {
    for (const it of [root, `${root}.kept`, `${root}.proof`]) {
      await rm(it, { recursive: true, force: true });
    }
  }
});

function chainsIn(files: Files): string[] {
  const ids = [...files.keys()].flatMap(
    (it) => /^chains\/([^/]+)\//.exec(it)?.[1] ?? [],
  );
  return [...new Set(ids)];
}

async function unpacked(files: Files, root: string): Promise<void> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await Bun.write(join(root, path), bytes);
  }
}

/** The findings of `verify.mjs` on an archive, and its exit code. */
async function verified(program: string, ...args: readonly string[]) {
  const run = Bun.spawn([program, join(ROOT, "verify.mjs"), ...args]);
  return [await new Response(run.stdout).text(), await run.exited] as const;
}
