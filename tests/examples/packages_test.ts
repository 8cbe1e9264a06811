import { expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../../scripts/server_process.ts";

const FOLDER = join(ROOT, "examples");

interface Package {
  readonly file: string;
  readonly private?: boolean;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const PACKAGES: readonly Package[] = await Promise.all(
  [...new Bun.Glob("*/package.json").scanSync(FOLDER)].map(async (file) => ({
    file,
    ...(await Bun.file(join(FOLDER, file)).json()),
  })),
);

test("a sample names the versions that it is tested with", () => {
  const tested: Readonly<Record<string, string>> = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    "conversation-inbox-client": manifest.version,
  };
  // n8n's packages are installed in the proof alone.
  for (const it of PACKAGES.filter(({ file }) => !file.startsWith("n8n/"))) {
    const named = { ...it.dependencies, ...it.devDependencies };
    for (const [name, version] of Object.entries(named))
      expect([it.file, name, tested[name] ?? ""]).toEqual([
        it.file,
        name,
        version,
      ]);
  }
  expect(PACKAGES.length).toBeGreaterThan(3);
});

test("a package among the samples has the version of the service, and n8n's has no dependencies of its own", () => {
  const published = PACKAGES.filter((it) => !it.private);
  expect(published.map(({ version }) => version)).toEqual(
    published.map(() => manifest.version),
  );
  const n8n = published.find(({ file }) => file.startsWith("n8n/"));
  expect(n8n).toMatchObject({
    name: "n8n-nodes-conversation-inbox",
    keywords: expect.arrayContaining(["n8n-community-node-package"]),
  });
  expect(n8n).not.toHaveProperty("dependencies");
});

test("n8n's package is published by an action, with provenance", async () => {
  const path = ".github/workflows/publish_n8n.yml";
  const text = await Bun.file(join(ROOT, path)).text();
  expect(Bun.YAML.parse(text)).toMatchObject({
    jobs: {
      publish: {
        permissions: { "id-token": "write" },
        defaults: { run: { "working-directory": "examples/n8n" } },
        steps: expect.arrayContaining([
          expect.objectContaining({ run: "npm run release" }),
        ]),
      },
    },
  });
});
