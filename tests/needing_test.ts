import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "../scripts/server_process.ts";

test("a test that needs a program is skipped where it is not, in a line that names the program", async () => {
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "tests/packages/client_python/story_test.ts",
      "-t",
      "by Python",
    ],
    {
      cwd: ROOT,
      env: { PATH: join(ROOT, "docs") },
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  const said = await new Response(child.stderr).text();
  expect(said).toMatch(
    /Python's standard library alone.* \(skipped: this machine has no python3\)/,
  );
  expect(said).toContain(" 0 fail");
  expect(await child.exited).toBe(0);
}, 30_000);
