import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { continueExport } from "../../src/core/operations/continue_export.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { startExport } from "../../src/core/operations/start_export.ts";
import { archiveOf } from "../core/exports/archive.ts";
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
  for (let hasMore = true; hasMore; ) {
    ({ hasMore } = await core.run(continueExport, OPERATOR, { exportId }));
  }
  const file = join(core.directory, "alice.zip");
  // As a stop in the middle leaves it: what is there is not fetched again.
  const part = `${file}.${exportId}.part`;
  await writeFile(part, "");
  const out = await json(core, "export", "alice@inbox.localhost", file);
  expect(out).toMatchObject({ file });
  const whole = await readFile(file);
  expect(out.bytes).toBe(whole.length);
  const archive = await archiveOf(exportId, whole);
  expect(await archive.text("account.json")).toContain("alice@inbox.localhost");
  const left = await readdir(core.directory);
  expect(left.filter((it) => it.endsWith(".part"))).toEqual([]);
  const again = await svc(core, "export", "alice@inbox.localhost", file);
  expect(again.code).toBe(1);
  expect(again.err).toContain("it exists already");
  await channel.stop();
});
