import { expect, test } from "bun:test";
import { svc } from "../../src/cli/program.ts";
import { testDirectory } from "../directory.ts";

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
  expect(out).toContain("FEE_BSP is no setting: did you mean FEE_BPS?");
  await directory.remove();
});
