import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../src/web/bundle.ts";
import type { WebBundle } from "../../src/web/kept_bundle.ts";
import {
  bundlePath,
  keepBundle,
  readBundle,
} from "../../src/web/kept_bundle.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "inbox-kept-"));
});
afterEach(() => rm(root, { recursive: true }));

const write = (path: string, text: string) => Bun.write(join(root, path), text);

const BODY = new TextEncoder().encode("a{}");
const BUNDLE: WebBundle = {
  script: "/app/main-1.js",
  style: "/app/main-1.css",
  texts: { de: "/app/de-1.js" },
  files: new Map([
    [
      "/app/main-1.css",
      { type: "text/css", body: BODY, gzip: Bun.gzipSync(BODY) },
    ],
  ]),
};

test("another text, file, version or setting has another place, so that nothing old is found", async () => {
  await write("packages/web/src/shell/app.css", "a{}");
  await write("src/core/scopes.ts", "1");
  await write("package.json", "{}");
  await write("bun.lock", "1");
  await write("tsconfig.json", "{}");
  const places = new Set([bundlePath(root)]);
  expect(bundlePath(root)).toBe([...places][0] ?? "");
  for (const path of [
    "packages/web/src/shell/app.css",
    "packages/web/src/new.tsx",
    "packages/client/src/mod.ts",
    "src/core/scopes.ts",
    "package.json",
    "bun.lock",
    "tsconfig.json",
  ]) {
    await write(path, "changed");
    const place = bundlePath(root);
    expect(places).not.toContain(place);
    places.add(place);
  }
  await rm(join(root, "packages/web/src/new.tsx"));
  expect(places).not.toContain(bundlePath(root));
});

test("what is kept comes back as it was, and what older sources left is gone", async () => {
  const path = bundlePath(root);
  const old = join(dirname(path), "web-old.json");
  await Bun.write(old, "{}");
  expect(await readBundle(path)).toBeUndefined();
  await keepBundle(path, BUNDLE);
  expect(await readBundle(path)).toEqual(BUNDLE);
  expect(await readdir(dirname(path))).toEqual([path.split("/").at(-1) ?? ""]);
});

test("half a file is not read", async () => {
  const path = bundlePath(root);
  await keepBundle(path, BUNDLE);
  const text = await Bun.file(path).text();
  await Bun.write(path, text.slice(0, -20));
  expect(await readBundle(path)).toBeUndefined();
});

test("a folder that cannot be written does not take the app away", async () => {
  const path = bundlePath(root);
  await mkdir(join(root, "node_modules"));
  await write("node_modules/.cache", "a file where a folder should be");
  await expect(keepBundle(path, BUNDLE)).rejects.toThrow();
  expect(await readBundle(path)).toBeUndefined();
});

test("the style is the same from whatever directory the app is bundled", async () => {
  const module = join(import.meta.dir, "../../src/web/bundle.ts");
  const script = `
    const { bundle } = await import(${JSON.stringify(module)});
    console.log((await bundle()).style);`;
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: root });
  const { style } = await bundle();
  expect(await new Response(child.stdout).text()).toBe(`${style}\n`);
}, 30_000);
