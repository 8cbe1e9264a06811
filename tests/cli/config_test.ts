import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { svc } from "../../src/cli/from_sources.ts";
import { emptyDirectory, testDirectory } from "../directory.ts";

test("svc config shows what is set, what holds without it, and no secret", async () => {
  const directory = await testDirectory("inbox-config-");
  let out = "";
  const env = {
    DATABASE_URL: directory.databaseUrl,
    AUTH_SECRET: "s".repeat(40),
    FEE_BPS: "250",
    FEE_BSP: "1",
  };
  const terminal = {
    env,
    out(text: string) {
      out += text;
    },
    err() {},
  };
  expect(await svc(["config"], terminal)).toBe(0);
  expect(out).toMatch(/^FEE_BPS +250 +environment$/m);
  expect(out).toMatch(/^PORT +3000 +default$/m);
  expect(out).toMatch(/^AUTH_SECRET +\(set\) +environment$/m);
  expect(out).not.toContain("ssss");
  expect(out).toContain(directory.path);
  expect(out).toContain("FEE_BSP isn't a setting; did you mean FEE_BPS?");
  await directory.remove();
});

test("svc config needs no database: not where there is none, nor one that it can read", async () => {
  const path = await emptyDirectory("inbox-config-");
  let out = "";
  const terminal = {
    env: { DATABASE_URL: `file:${path}/inbox.db`, FEE_BPS: "250" },
    out(text: string) {
      out += text;
    },
    err() {},
  };
  expect(await svc(["config"], terminal)).toBe(0);
  expect(readdirSync(path)).toEqual([]);
  const file = new Sqlite(join(path, "inbox.db"));
  file.exec(
    "create table __drizzle_migrations (hash text, created_at integer)",
  );
  file.exec("insert into __drizzle_migrations values ('of another', 1)");
  file.close();
  expect(await svc(["config"], terminal)).toBe(0);
  expect(out.match(/^FEE_BPS +250 +environment$/gm)).toHaveLength(2);
  await rm(path, { recursive: true });
});
