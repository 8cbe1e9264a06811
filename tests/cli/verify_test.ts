import { expect, test } from "bun:test";
import { join } from "node:path";
import Sqlite from "libsql";
import { openCore } from "../core/fixture.ts";
import { svc } from "./svc.ts";

test("after a VACUUM by hand the finding says why and what to do; accepted, a flip is found all the same", async () => {
  await using core = await openCore();
  await core.services.close();
  const file = join(core.directory, "inbox.db");
  expect(await svc(core, "verify")).toMatchObject({ code: 0 });
  const other = new Sqlite(file);
  // As the terminal of SQLite leaves it: no log, and the pages in other places.
  other.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  other.close();
  const found = await svc(core, "verify");
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^page \d+ of the file is not what was written$/m);
  expect(found.out).toContain("as VACUUM does: if that was you, run `svc");
  expect(found.out).not.toContain("chain");

  expect(await svc(core, "verify", "--accept")).toMatchObject({ code: 0 });
  expect(await svc(core, "verify")).toMatchObject({ code: 0 });
  const whole = await Bun.file(file).bytes();
  const at = whole.length - 9;
  await Bun.write(file, whole.with(at, (whole[at] ?? 0) ^ 2));
  expect(await svc(core, "verify")).toMatchObject({ code: 1 });
});
