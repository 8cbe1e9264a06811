import { expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../../scripts/server_process.ts";

const FOLDER = join(ROOT, "examples");

test("a sample names the versions that it is tested with", async () => {
  const tested: Readonly<Record<string, string>> = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    "conversation-inbox-client": manifest.version,
  };
  const files = [...new Bun.Glob("*/package.json").scanSync(FOLDER)];
  expect(files).not.toBeEmpty();
  for (const file of files) {
    const { dependencies, devDependencies } = await Bun.file(
      join(FOLDER, file),
    ).json();
    const named = Object.entries({ ...dependencies, ...devDependencies });
    for (const [name, version] of named)
      expect([file, name, version]).toEqual([file, name, tested[name]]);
  }
});
