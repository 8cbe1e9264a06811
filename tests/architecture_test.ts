import { describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { OPERATIONS } from "../src/core/operations/mod.ts";
import {
  isAllowed,
  LAYERS,
  layerOf,
  placeOf,
  SUBJECTS,
} from "./architecture/levels.ts";
import {
  CLIENT,
  circles,
  exportsOf,
  importsOf,
  lines,
  mutualRooms,
  SOURCES,
} from "./architecture/sources.ts";

const isOwn = (imported: string) => /\.tsx?$/.test(imported);

/** Files that one folder may hold, so that its listing is read at a glance. */
const FILES_MAX = 25;

const TYPE = /^export (?:interface|type|(?:abstract )?class) (\w+)/gm;

describe("the import rule", () => {
  test("no folder holds more than a glance, beside one operation a file", () => {
    const operations = new Set(
      OPERATIONS.map(({ name }) => `core/operations/${name}.ts`),
    );
    const others = SOURCES.filter(({ path }) => !operations.has(path));
    const folders = Map.groupBy(others, ({ path }) => dirname(path));
    const crowded = [...folders].filter(([, it]) => it.length > FILES_MAX);
    expect(crowded.map(([folder]) => folder)).toEqual([]);
  });

  test("every file stands on a level", () => {
    expect(SOURCES.filter(({ path }) => !placeOf(path))).toEqual([]);
    expect(SOURCES.length).toBeGreaterThan(100);
  });

  test("a file imports its own level further right, or lower, never up", () => {
    const broken = lines(
      ({ path }, imported) => isOwn(imported) && !isAllowed(path, imported),
    );
    expect(broken).toEqual([]);
  });

  test("a conversation has three layers: what is known, what changes it, what is seen", () => {
    const within = SOURCES.filter(({ path }) =>
      path.startsWith("core/conversations/"),
    );
    expect(within.filter(({ path }) => layerOf(path) < 0)).toEqual([]);
    const [model, acts, read] = LAYERS.map(
      (it) => `core/conversations/${it}/a/b.ts`,
    );
    const pairs = [model, acts, read].map((from = "") =>
      [model, acts, read].map((to = "") => isAllowed(from, to)),
    );
    expect(pairs).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  test("every import of our own names a file that is there", () => {
    const paths = new Set(SOURCES.map(({ path }) => path));
    expect(lines((_, it) => isOwn(it) && !paths.has(it))).toEqual([]);
  });

  test("no file imports itself, however many files lie between, not even a type", () => {
    expect(circles(SOURCES)).toEqual([]);
  });

  test("the check finds a circle of types, and each once", () => {
    const a = { path: "a.ts", text: "", imports: ["b.ts"] };
    const b = { path: "b.ts", text: "", imports: ["c.ts", "elysia"] };
    const c = { path: "c.ts", text: "", imports: ["b.ts"] };
    expect(circles([a, b, c])).toEqual(["b.ts, c.ts"]);
    expect(circles([a, b])).toEqual([]);
  });

  test("no two rooms import each other", () => {
    expect(mutualRooms(SOURCES)).toEqual([]);
  });

  test("the check finds rooms that import each other, and no room and its own part", () => {
    const room = (path: string, ...imports: string[]) => ({
      path: `core/x/${path}`,
      text: "",
      imports: imports.map((it) => `core/x/${it}`),
    });
    const [a, b] = [room("a/1.ts", "b/1.ts"), room("b/2.ts", "a/2.ts")];
    expect(mutualRooms([a, b])).toEqual(["core/x: a, b"]);
    expect(mutualRooms([a, room("b/2.ts", "c/1.ts")])).toEqual([]);
    const parts = [room("a/1.ts", "a/b/1.ts"), room("a/b/1.ts", "a/1.ts")];
    expect(mutualRooms(parts)).toEqual([]);
    const root = [
      { path: "x/1.ts", text: "", imports: ["y/1.ts"] },
      { path: "y/2.ts", text: "", imports: ["x/2.ts"] },
    ];
    expect(mutualRooms(root)).toEqual([": x, y"]);
  });

  test("no two files export a function, a constant or a class of one name", () => {
    const makers = new Map<string, string[]>();
    for (const { path, text } of SOURCES) {
      // A browser loads it in the place of the other.
      if (path.endsWith("sha256_browser.ts")) continue;
      for (const name of new Set(exportsOf(text))) {
        makers.set(name, [...(makers.get(name) ?? []), path]);
      }
    }
    const twice = [...makers].filter(([, paths]) => paths.length > 1);
    expect(twice).toEqual([]);
    expect(makers.size).toBeGreaterThan(1_000);
  });

  test("no two files of the service export a type of one name: one word is one thing", () => {
    const homes = new Map<string, string[]>();
    for (const { path, text } of SOURCES) {
      if (path.startsWith("..")) continue;
      for (const [, name = ""] of text.matchAll(TYPE)) {
        homes.set(name, [...(homes.get(name) ?? []), path]);
      }
    }
    const twice = [...homes].filter(([, paths]) => paths.length > 1);
    expect(twice).toEqual([]);
    expect(homes.size).toBeGreaterThan(500);
  });

  test("the check sees every way to export a value", () => {
    const text = `export async function a() {}\nexport const b = 1;\nexport class C {}\nexport interface D {}\nconst e = 2;\nexport type F = 1;\n`;
    expect(exportsOf(text)).toEqual(["a", "b", "C"]);
  });

  test("the check sees type imports, re-exports and several lines", () => {
    const text = `import type {\n  A,\n} from "../x.ts";\nexport { b } from "./y.ts";\nimport "elysia";\nconst c = await import("./z.ts");`;
    expect(importsOf("core/db/a.ts", text)).toEqual([
      "core/x.ts",
      "core/db/y.ts",
      "elysia",
      "core/db/z.ts",
    ]);
    expect(isAllowed("core/audit/a.ts", "core/events/b.ts")).toBe(false);
    expect(isAllowed("rest/a.ts", "a2a/b.ts")).toBe(false);
    expect(isAllowed("core/base/limits.ts", "core/audit/a.ts")).toBe(false);
  });
});

describe("size", () => {
  const sizes = SOURCES.filter(
    ({ path }) => !path.startsWith(`${CLIENT}generated/`),
  ).map(({ path, text }) => ({ path, count: text.split("\n").length - 1 }));

  test("no file is longer than 300 lines", () => {
    expect(sizes.filter(({ count }) => count > 300)).toEqual([]);
  });

  test("half of the files are shorter than 100 lines", () => {
    const counts = sizes.map(({ count }) => count).toSorted((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThan(100);
  });
});

test("every subject of the import rule has its folder", () => {
  const missing = SUBJECTS.filter(
    (subject) =>
      !SOURCES.some(({ path }) => path.startsWith(`core/${subject}/`)),
  );
  expect(missing).toEqual([]);
});
