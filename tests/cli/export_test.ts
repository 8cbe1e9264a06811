import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { makeExports } from "../../src/core/loops/export_making.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { startExport } from "../../src/core/operations/start_export.ts";
import { ROOT } from "../architecture/sources.ts";
import { archiveOf, wholeOf } from "../core/exports/archive.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

test("svc export writes a whole archive, goes on with a part of one, and overwrites nothing", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const { accountId } = await core.add("alice");
  const begun = await core.run(startExport, OPERATOR, { accountId });
  const { exportId } = begun.export;
  await makeExports(core.services);
  const file = join(core.directory, "alice.zip");
  // As a stop in the middle leaves it: what is there is not fetched again.
  const made = await wholeOf(core.services, exportId);
  const part = `${file}.${exportId}.part`;
  await writeFile(part, made.subarray(0, made.length / 2));
  const out = await json(core, "export", "alice@inbox.localhost", file);
  expect(out).toMatchObject({ file });
  const whole = await readFile(file);
  expect(out.bytes).toBe(whole.length);
  expect(Buffer.compare(whole, made)).toBe(0);
  const archive = await archiveOf(exportId, whole);
  expect(await archive.text("account.json")).toContain("alice@inbox.localhost");
  const left = await readdir(core.directory);
  expect(left.filter((it) => it.endsWith(".part"))).toEqual([]);
  const again = await svc(core, "export", "alice@inbox.localhost", file);
  expect(again.code).toBe(1);
  expect(again.err).toContain("it already exists");
  await channel.stop();
});

test("verify.mjs finds that an archive of svc export holds, and one word that was changed in it", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const { member } = await core.add("alice");
  await core.add("bob");
  const words = { title: "The plan", text: "We meet at noon", submit: true };
  const to = ["bob@inbox.localhost"];
  await core.run(createConversation, member, { to, ...words });
  const file = join(core.directory, "alice.zip");
  await svc(core, "export", "alice@inbox.localhost", file);
  expect(await verified(file)).toEqual([
    0,
    expect.stringMatching(/\nEverything is intact\.\n$/),
  ]);
  const archive = await archiveOf("", await readFile(file));
  const folder = join(core.directory, "unpacked");
  for (const name of archive.names) {
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await archive.text(name));
  }
  expect(await verified(folder)).toEqual(await verified(file));
  const messages = join(folder, "messages/000001.jsonl");
  const before = await readFile(messages, "utf8");
  expect(before).toContain("at noon");
  await writeFile(messages, before.replace("at noon", "at nine"));
  expect(await verified(folder)).toEqual([
    1,
    expect.stringContaining(
      "WRONG messages/000001.jsonl: it differs from the exported file",
    ),
  ]);
  await channel.stop();
});

/** The findings of the one file that a person runs on an archive, and its exit code. */
async function verified(archive: string): Promise<readonly [number, string]> {
  const script = join(ROOT, "verify.mjs");
  const run = Bun.spawn([process.execPath, script, archive]);
  const said = await new Response(run.stdout).text();
  return [await run.exited, said];
}
