import { expect } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { packClient } from "../../../scripts/pack_client.ts";
import { ROOT } from "../../../scripts/server_process.ts";
import { testDirectory } from "../../directory.ts";
import { startService } from "../../harness.ts";
import { inProof } from "../../proof.ts";

const CLIENT = join(ROOT, "packages/client");

async function run(
  folder: string,
  program: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const child = Bun.spawn([program, ...args], {
    cwd: folder,
    env: { ...Bun.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${out}${err}`);
  return out;
}

inProof(
  "the packed client installs into a clean project, types there, and tells the README's story in Node and Bun",
  async () => {
    const directory = await testDirectory("inbox-client-");
    const project = join(directory.path, "project");
    const write = (name: string, text: string) =>
      Bun.write(join(project, name), text);
    const tarball = await packClient(directory.path);
    await write("package.json", `{"type":"module","private":true}`);
    await run(project, "npm", ["install", "--offline", "--no-audit", tarball]);
    const readme = await Bun.file(join(CLIENT, "README.md")).text();
    const [, story = ""] = /\n```ts\n(.*?)\n```/s.exec(readme) ?? [];
    const [, says = ""] = /It prints\n\n```\n(.*?)```/s.exec(readme) ?? [];
    await write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          lib: ["ES2023", "DOM"],
          module: "NodeNext",
          types: [],
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
        },
      }),
    );
    await write("story.ts", story);
    await run(project, join(ROOT, "node_modules/.bin/tsc"));
    const compiled = await Bun.file(join(project, "story.js")).text();
    for (const runtime of ["node", process.execPath]) {
      await using service = await startService();
      const alice = await service.addAccount("alice", { credit: "10.00" });
      const bob = await service.addAccount("bob");
      const filled = compiled
        .replace("http://localhost:3000", service.baseUrl)
        .replace("svc_… of Alice", alice.token)
        .replace("svc_… of Bob", bob.token);
      await write("story.js", filled);
      expect(await run(project, runtime, ["story.js"])).toBe(says);
      const svc = join(project, "node_modules/.bin/svc");
      const env = { SVC_URL: service.baseUrl, SVC_TOKEN: bob.token };
      const listed = await run(project, runtime, [svc, "inbox"], env);
      expect(listed).toContain("A question");
    }
    await rm(project, { recursive: true });
    await directory.remove();
  },
  60_000,
);
