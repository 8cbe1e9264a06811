import { expect, test } from "bun:test";
import { checkArchive } from "../../../packages/verify/src/check_archive.ts";
import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";
import { signedLog } from "../../../src/core/audit/log/prove.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import { exportStore } from "../../../src/core/exports/export_store.ts";
import { makeExports } from "../../../src/core/loops/export_making.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { continueExport } from "../../../src/core/operations/continue_export.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteExport } from "../../../src/core/operations/delete_export.ts";
import { listExports } from "../../../src/core/operations/list_exports.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { startExport } from "../../../src/core/operations/start_export.ts";
import { DAY, send, startStage } from "../core_harness.ts";
import { archiveOf, exported, wholeOf } from "./archive.ts";

test("an archive holds all that the account may read, and nothing that it may not", async () => {
  await using core = await startStage();
  const { alice, bob, carol, services } = core;
  const id = await send(alice, {
    to: bob.address,
    cc: carol.address,
    title: "Ünïcode\u202e title",
  });
  await bob.run(sendMessage, { conversationId: id, text: "for alice alone" });
  await bob.run(sendMessage, {
    conversationId: id,
    text: "for everybody",
    mode: "reply-all",
  });
  const { artifactId } = await alice.run(addArtifact, {
    conversationId: id,
    name: "../../etc/passwd",
    mimeType: "text/plain",
    bytes: Buffer.from("plain words").toString("base64"),
  });
  await bob.run(createConversation, { to: [carol.address], title: "a draft" });
  const archive = await exported(services, core, carol.accountId);
  const told = await archive.lines("messages");
  expect(told.map(({ text }) => text)).toContain("for everybody");
  expect(JSON.stringify(told)).not.toContain("alone");
  const conversations = await archive.lines("conversations");
  expect(conversations.map((it) => it.conversationId)).toEqual([id]);
  expect(await archive.text(`files/${artifactId}`)).toBe("plain words");
  expect(archive.names.filter((it) => it.includes(".."))).toEqual([]);
  const chain = await archive.lines(`chains/${id}`);
  expect(chain.map(({ seq }) => seq)).toEqual(chain.map((_, at) => at + 1));
  expect(chain.some(({ type }) => type === "redacted")).toBe(true);
  expect(await archive.text("account.json")).toContain(carol.address);
  const mail = archive.names.find((it) => it.endsWith(".eml")) ?? "";
  expect(await archive.text(mail)).toMatch(/^Message-ID: <msg_\w+@/m);
});

test("the manifest has the length and hash of every other file", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  await send(alice, { to: bob.address });
  const archive = await exported(services, core, alice.accountId);
  const manifest = JSON.parse(await archive.text("manifest.json"));
  expect(manifest).toMatchObject({
    format: "svc-archive/1",
    account: alice.address,
  });
  for (const [name, listed] of Object.entries(manifest.files)) {
    const text = await archive.text(name);
    expect(listed).toEqual({
      bytes: Buffer.byteLength(text),
      sha256: sha256(text),
    });
  }
  const lines = await archive.lines("manifest");
  const rest = archive.names.filter((it) => !it.startsWith("manifest"));
  expect(lines.map(({ path }) => path)).toEqual(rest);
  for (const { path, sha256: hash } of lines) {
    expect(sha256(await archive.text(String(path)))).toBe(String(hash));
  }
});

test("the log proves where every chain of the archive ends, and the manifest is signed", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const id = await send(alice, { to: bob.address });
  const archive = await exported(services, core, alice.accountId);
  const proven = await archive.lines("log/proofs");
  expect(proven.map(({ chainId }) => chainId).toSorted()).toEqual(
    [alice.accountId, id].toSorted(),
  );
  const { size } = signedLog(await archive.text("log/checkpoint"));
  expect(proven.map((it) => it.size)).toEqual([size, size]);
  const note = await archive.text("manifest.note");
  expect(note).toContain(`\n${sha256(await archive.text("manifest.json"))}\n`);
});

test("the same bytes come from every place on, whichever broke off", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  await send(alice, { to: bob.address });
  const { exportId, bytes } = await exported(services, core, alice.accountId);
  for (let from = 0; from <= bytes.length; from += 97) {
    const rest = await wholeOf(services, exportId, from);
    expect(Buffer.compare(rest, bytes.subarray(from))).toBe(0);
  }
});

test("an export that was stopped goes on from its last slice, and one that is deleted or old leaves nothing", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const { accountId } = alice;
  for (let at = 0; at < 60; at++) await send(alice, { to: bob.address });
  const begun = await core.run(startExport, { accountId });
  const { exportId } = begun.export;
  const two = await Promise.all([
    core.run(continueExport, { exportId }),
    core.run(continueExport, { exportId }),
  ]);
  expect(two.map(({ hasMore }) => hasMore)).toEqual([true, true]);
  const stopped = { aborted: true };
  await makeExports(services, stopped);
  await makeExports(services);
  const archive = await archiveOf(exportId, await wholeOf(services, exportId));
  expect(await archive.lines("conversations")).toHaveLength(60);
  expect(new Set(archive.names).size).toBe(archive.names.length);
  await core.run(deleteExport, { accountId, exportId });
  await makeExports(services);
  const counted = () =>
    core.rows(
      "select count(*) from export_entries union all select count(*) from exported_conversations union all select count(*) from exports",
    );
  expect(await counted()).toEqual([[0], [0], [1]]);
  core.advance(DAY);
  await makeExports(services);
  expect(await counted()).toEqual([[0], [0], [0]]);
  expect(await core.run(listExports, { accountId })).toEqual({ exports: [] });
});

test("one is made at a time, so many a day, by a person alone", async () => {
  await using core = await startStage();
  const { alice, services } = core;
  const { accountId } = alice;
  const refused = await alice.refused(startExport, {});
  expect(refused.code).toBe("forbidden");
  for (let at = 0; at < 5; at++) {
    await core.run(startExport, { accountId });
    await expect(core.run(startExport, { accountId })).rejects.toMatchObject({
      code: "too_many_exports",
    });
    await makeExports(services);
  }
  await expect(core.run(startExport, { accountId })).rejects.toMatchObject({
    code: "too_many_exports",
  });
  const [newest] = await exportStore(services.db).of(
    accountId,
    services.clock(),
  );
  expect(newest?.status).toBe("ready");
});

test("what was not sent yet is in an archive that holds", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const unsent = { to: [bob.address], title: "unsent", text: "half a thought" };
  const draft = await alice.run(createConversation, unsent);
  await alice.run(addArtifact, {
    conversationId: draft.conversationId,
    name: "plan.txt",
    mimeType: "text/plain",
    bytes: Buffer.from("plain words").toString("base64"),
  });
  const tooDear = { ...unsent, price: "100000.00", submit: true };
  await alice.run(createConversation, tooDear).catch(() => undefined);
  const archive = await exported(services, core, alice.accountId);
  expect(await archive.lines("conversations")).not.toHaveLength(0);
  const { faults, counts } = await checkArchive(
    await openZip(
      async (start, length) =>
        Uint8Array.from(archive.bytes.subarray(start, start + length)),
      archive.bytes.length,
    ),
  );
  expect(faults).toEqual([]);
  expect(counts.artifacts).toBe(1);
});

test("two who make one archive both wait for signed heads, and it says how many conversations it holds", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  await send(alice, { to: bob.address });
  const { accountId } = alice;
  const { exportId } = (await core.run(startExport, { accountId })).export;
  const go = () => core.run(continueExport, { exportId });
  let step = await go();
  while (!step.needsHeads) step = await go();
  // Somebody who goes on before the heads are signed changes nothing.
  expect(await go()).toEqual(await go());
  await makeExports(services);
  const archive = await archiveOf(exportId, await wholeOf(services, exportId));
  expect(archive.names).toContain("log/checkpoint");
  expect((await go()).export).toMatchObject({
    ...{ status: "ready", conversations: 1, conversationsDone: 1 },
  });
});
