import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Source } from "./sources.ts";
import { ROOT, SOURCES } from "./sources.ts";

/** The text without comments and strings, where words mean nothing. */
function codeOf({ text }: Source): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

function filesWith(pattern: RegExp, within: RegExp): readonly string[] {
  return SOURCES.filter(({ path }) => within.test(path))
    .filter((source) => pattern.test(codeOf(source)))
    .map(({ path }) => path);
}

describe("what a core must not do by itself", () => {
  test("it reads no clock and makes no chance of its own", () => {
    const own =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID(?!v7)|\bgetRandomValues\b/;
    expect(filesWith(own, /^core\//)).toEqual([]);
    expect(filesWith(/\brandomUUIDv7\b/, /^core\//)).toEqual([
      "core/base/ids.ts",
    ]);
  });

  test("the environment is read in config/config.ts, and in the settings of the terminal for who uses a service", () => {
    const environment = /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/;
    expect(filesWith(environment, /./)).toEqual([
      "../packages/terminal/src/settings.ts",
      "config/config.ts",
    ]);
  });

  test("it writes nothing to the console", () => {
    expect(filesWith(/\bconsole\./, /./)).toEqual([]);
  });

  test("nothing keeps a caller in ambient storage", () => {
    expect(filesWith(/\bAsyncLocalStorage\b/, /./)).toEqual([]);
  });
});

test("no sentence of a comment in the core begins with What, Who, Whoever or Nobody", () => {
  const riddle =
    /^\s*(?:\/\/|\*|\/\*\*)(?: *|.*[.?!] )(?:What|Who|Whoever|Nobody)\b/m;
  const found = SOURCES.filter(({ path }) => path.startsWith("core/"))
    .filter(({ text }) => riddle.test(text))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

test("every bound is used", () => {
  const unused = Object.keys(LIMITS).filter(
    (name) => !SOURCES.some(({ text }) => text.includes(`LIMITS.${name}`)),
  );
  expect(unused).toEqual([]);
});

/** Ways to wait for a time to pass, in place of what one waits for. */
const SLEEPS =
  /\b(?:Bun\.sleep|sleepSync|setTimeout|waitForTimeout)\(|Atomics\.wait\(|"(?:node:)?timers\/promises"/;

const TESTS = join(ROOT, "tests");

test("no test sleeps", async () => {
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(TESTS)];
  const found = await Promise.all(
    paths.map(async (path) =>
      SLEEPS.test(await Bun.file(join(TESTS, path)).text()) ? path : undefined,
    ),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(found.filter((path) => path !== undefined)).toEqual([]);
});

/** Each is about what a browser alone has: the focus, places, colours, files, workers. */
const IN_A_BROWSER = [
  "decision",
  "files",
  "keyboard",
  "list",
  "money",
  "newcomer",
  "notices",
  "session",
  "sweep",
  "telephone",
  "trouble",
  "wallet",
  "writing",
].map((name) => `stories/${name}_test.ts`);

test("of the tests of the inbox twelve stories and one sweep start a browser", async () => {
  const tests = join(ROOT, "tests/web");
  const found: string[] = [];
  for (const path of new Bun.Glob("**/*_test.ts").scanSync(tests)) {
    const text = await Bun.file(join(tests, path)).text();
    if (/\b(?:start|launch)Chromium\b|"\.\/story\.ts"/.test(text))
      found.push(path);
  }
  expect(found.sort()).toEqual(IN_A_BROWSER);
});
