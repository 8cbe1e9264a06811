import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { generatedDocuments } from "../scripts/generate.ts";
import {
  OPERATOR_ONLY,
  OWNER,
  SYSTEM_ONLY,
} from "../src/core/access/operation.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import { RequirementsSchema } from "../src/core/conversations/model/payment_schema.ts";
import { ERRORS } from "../src/core/errors/error_table.ts";
import { SCOPES } from "../src/core/identity/scopes.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";

const ROOT = join(import.meta.dir, "..");
const SRC = join(ROOT, "src");

interface Source {
  /** Below src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What it imports: a path below src/, or a package. */
  readonly imports: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^;"]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

/** The import lines as written: a transpiler would drop those for types. */
function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(IMPORT)].map((it) => it[1] ?? it[2] ?? "");
  return found.map((name) =>
    name.startsWith(".") ? normalize(join(dirname(path), name)) : name,
  );
}

const SOURCES: readonly Source[] = await Promise.all(
  [...new Bun.Glob("**/*.{ts,tsx}").scanSync(SRC)]
    .toSorted()
    .map(async (path) => {
      const text = await Bun.file(join(SRC, path)).text();
      return { path, text, imports: importsOf(path, text) };
    }),
);

/** Level 1 of ARCHITECTURE.md, Layers: each may import what stands after it. */
const SUBJECTS = [
  "conversations",
  "agents",
  "mail",
  "addresses",
  "payments",
  "review",
  "identity",
  "events",
  "audit",
];
const WIRES = ["tools", "rest", "a2a", "auth", "guests", "web"];
/** Level 2 beside the operations: what calls them. */
const PIPELINE = ["pipeline", "streams", "loops"];
/** Level 0: what everything stands on. */
const GROUND = ["base", "errors", "access", "db"];
/** Shared by wires, and no wire themselves. */
const SHARED = ["http", "pages"];

interface Place {
  readonly level: number;
  /** Within a level a file imports its own part or one further right. */
  readonly order: number;
}

/** Where a file stands; undefined for one that no rule knows. */
function placeOf(path: string): Place | undefined {
  const [first = "", second = ""] = path.split("/");
  if (first !== "core") {
    if (!path.includes("/") || first === "cli") return { level: 4, order: 0 };
    if (WIRES.includes(first)) return { level: 3, order: 0 };
    return SHARED.includes(first) ? { level: 3, order: 1 } : undefined;
  }
  if (PIPELINE.includes(second)) return { level: 2, order: 1 };
  if (second === "operations") return { level: 2, order: 0 };
  if (SUBJECTS.includes(second)) {
    return { level: 1, order: SUBJECTS.indexOf(second) };
  }
  return GROUND.includes(second) ? { level: 0, order: 0 } : undefined;
}

const wireOf = (path: string) =>
  WIRES.find((wire) => path.startsWith(`${wire}/`));

function isAllowed(from: string, to: string): boolean {
  const [here, there] = [placeOf(from), placeOf(to)];
  if (!here || !there) return false;
  const [own, other] = [wireOf(from), wireOf(to)];
  if (own && other && own !== other) return false;
  if (here.level !== there.level) return here.level > there.level;
  return there.order >= here.order || here.level === 2;
}

/** Every import line as "who imports what". */
function lines(
  holds: (source: Source, imported: string) => boolean,
): readonly string[] {
  return SOURCES.flatMap((source) =>
    source.imports
      .filter((imported) => holds(source, imported))
      .map((imported) => `${source.path} imports ${imported}`),
  );
}

/** What a file exports that is there when it runs. */
function exportsOf(text: string): string[] {
  const found = text.matchAll(
    /^export (?:async )?(?:abstract )?(?:function\*?|const|class|let) (\w+)/gm,
  );
  return [...found].map(([, name = ""]) => name);
}

/** The files that reach themselves by their imports, those of one circle together. */
function circles(sources: readonly Source[]): readonly string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]));
  const reach = new Map<string, ReadonlySet<string>>();
  for (const path of graph.keys()) {
    const reached = new Set<string>();
    const waiting = [...(graph.get(path) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next) || !graph.has(next)) continue;
      reached.add(next);
      waiting.push(...(graph.get(next) ?? []));
    }
    reach.set(path, reached);
  }
  const own = [...graph.keys()].filter((it) => reach.get(it)?.has(it));
  const groups = own.map((it) =>
    own.filter(
      (other) => reach.get(it)?.has(other) && reach.get(other)?.has(it),
    ),
  );
  return [...new Set(groups.map((paths) => paths.join(", ")))];
}

const isOwn = (imported: string) => /\.tsx?$/.test(imported);

/** Files that one folder may hold, so that its listing is read at a glance. */
const FILES_MAX = 25;

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

  test("no two files export a function, a constant or a class of one name", () => {
    const makers = new Map<string, string[]>();
    for (const { path, text } of SOURCES) {
      for (const name of new Set(exportsOf(text))) {
        makers.set(name, [...(makers.get(name) ?? []), path]);
      }
    }
    const twice = [...makers].filter(([, paths]) => paths.length > 1);
    expect(twice).toEqual([]);
    expect(makers.size).toBeGreaterThan(1_000);
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

const isDrizzle = (name: string) => /^drizzle-orm(\/|$)/.test(name);
const QUERY_FILES =
  /^core\/(?:db\/.*|(?:.*[/_])?store|conversations\/store\/(?:snapshot|(?:content_)?writes)|access\/idempotency)(?:\.ts)?$/;

/** Who may import a package: everybody else may not. */
const PACKAGES: Readonly<
  Record<string, readonly [package_: RegExp, where: RegExp]>
> = {
  "Elysia is known to wires and to what starts them": [
    /^(elysia|@elysiajs\/)/,
    /^(?!core\/|http\/)/,
  ],
  "the MCP SDK is known to the tools only": [
    /^@modelcontextprotocol\//,
    /^tools\//,
  ],
  "Drizzle is known to the stores and the query files only": [
    /^drizzle-orm(\/|$)/,
    QUERY_FILES,
  ],
  "the database packages are known to core/db only": [
    /^(libsql|@libsql\/)/,
    /^core\/db\//,
  ],
  "SMTP is known to the mailer only": [/^nodemailer$/, /^core\/mail\/mailer/],
  "DNS is known to the addresses only": [/^dns2$/, /^core\/addresses\//],
  "React and what belongs to it are known to the web app only": [
    /^(react|react-dom|@tanstack|@ariakit|wouter|bun-plugin-tailwind)(\/|$)/,
    /^web\//,
  ],
  "the argument parser is known to the terminal only": [
    /^commander$/,
    /^cli\//,
  ],
};

describe("packages", () => {
  for (const [name, [known, where]] of Object.entries(PACKAGES)) {
    test(name, () => {
      const broken = lines(
        ({ path }, imported) => known.test(imported) && !where.test(path),
      );
      expect(broken).toEqual([]);
    });
  }

  test("queries are written in the stores and the query files only", () => {
    const users = SOURCES.filter(({ text }) =>
      /\.orm\b|\{ orm \}/.test(text),
    ).map(({ path }) => path);
    expect(users.filter((path) => !QUERY_FILES.test(path))).toEqual([]);
    expect(users.length).toBeGreaterThan(5);
  });

  test("the web app has no more of the core than types, bounds, and what scopes and contact types mean", () => {
    const values = SOURCES.filter(({ path }) =>
      /^web\/[a-z]+\//.test(path),
    ).flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type )[^;]*?from "([^"]+)";/gm)]
        .map(([, name = ""]) => normalize(join(dirname(path), name)))
        .filter((name) => !name.startsWith("web/") && name.endsWith(".ts")),
    );
    expect(new Set(values)).toEqual(
      new Set([
        "core/addresses/contact_types.ts",
        "core/base/contact_titles.ts",
        "core/base/limits.ts",
        "core/identity/scopes.ts",
      ]),
    );
  });

  test("what of the web app speaks with the service is named in ARCHITECTURE.md", async () => {
    const callers = SOURCES.filter(
      ({ path, text }) =>
        path.startsWith("web/") && /\bfetch\(|new XMLHttpRequest/.test(text),
    ).map(({ path }) => path);
    const said = await Bun.file(join(ROOT, "ARCHITECTURE.md")).text();
    const unsaid = callers.filter(
      (path) => !said.includes(`\`${path.replace("web/", "")}\``),
    );
    expect(unsaid).toEqual([]);
    expect(callers.length).toBeGreaterThan(3);
  });

  test("a wire touches neither the database nor a store", () => {
    const broken = lines(
      ({ path }, imported) =>
        wireOf(path) !== undefined &&
        (isDrizzle(imported) ||
          imported.startsWith("core/conversations/store/") ||
          QUERY_FILES.test(imported)),
    );
    expect(broken).toEqual([]);
  });
});

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

  test("the environment is read in config.ts only", () => {
    const environment = /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/;
    expect(filesWith(environment, /./)).toEqual(["config.ts"]);
  });

  test("it writes nothing to the console", () => {
    expect(filesWith(/\bconsole\./, /^(?!cli\/)/)).toEqual([]);
  });

  test("nothing keeps a caller in ambient storage", () => {
    expect(filesWith(/\bAsyncLocalStorage\b/, /./)).toEqual([]);
  });
});

describe("every operation", () => {
  const importers = (file: string, where: RegExp) =>
    SOURCES.filter(
      ({ path, imports }) => where.test(path) && imports.includes(file),
    );

  for (const operation of OPERATIONS) {
    const file = `core/operations/${operation.name}.ts`;

    test(`${operation.name} is one file, named after it`, () => {
      expect(SOURCES.map(({ path }) => path)).toContain(file);
    });

    test(`${operation.name} can be reached from outside`, () => {
      const isOperators = operation.access === OPERATOR_ONLY;
      if (operation.access === OWNER) {
        expect(importers(file, /^cli\//)).not.toEqual([]);
        expect(operation.tool).toBeUndefined();
      }
      const reached = importers(
        file,
        isOperators
          ? /^cli\//
          : operation.access === SYSTEM_ONLY
            ? /^(auth|guests|pages|core\/loops)\//
            : /^(tools|rest|a2a|auth|guests|pages|web)\//,
      );
      const isTool = operation.tool !== undefined;
      expect(isTool || reached.length > 0).toBe(true);
      expect(isOperators && isTool).toBe(false);
    });

    test(`${operation.name} takes a closed input and needs a known scope`, () => {
      expect(operation.input).toMatchObject({ additionalProperties: false });
      const { scope } = operation;
      if (scope !== undefined) expect([...SCOPES] as string[]).toContain(scope);
      if (operation.access.who === "member") {
        expect(scope ?? operation.scopesFor).toBeDefined();
      }
    });
  }

  test("there is no operation that is not listed", () => {
    const listed = OPERATIONS.map(({ name }) => `core/operations/${name}.ts`);
    const files = SOURCES.map(({ path }) => path).filter(
      (path) =>
        path.startsWith("core/operations/") && !path.endsWith("/mod.ts"),
    );
    expect(listed.toSorted()).toEqual(files);
  });
});

describe("documents", () => {
  const read = (path: string) => Bun.file(join(ROOT, path)).text();

  for (const [path, text] of Object.entries(generatedDocuments())) {
    test(`${path} is what the code generates`, async () => {
      expect((await read(path)) === text).toBe(true);
    });
  }

  test("docs/errors.md tells of every error code and of no other", async () => {
    const documented = [
      ...(await read("docs/errors.md")).matchAll(/^\| `([a-z_]+)` \|/gm),
    ].map((it) => it[1]);
    expect(documented.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  test("docs/money.md tells of every field of the requirements, and of every reason", async () => {
    const [, section = ""] = (await read("docs/money.md")).split(
      "\n## Requirements\n",
    );
    const [table = ""] = section.split("\n\n").filter((it) => it[0] === "|");
    const { properties } = RequirementsSchema;
    const names = [...Object.keys(properties), ...properties.reason.enum];
    expect(names).toContain("below_recipient_price");
    expect(names.filter((it) => !table.includes(`\`${it}\``))).toEqual([]);
  });

  test("docs/events.md tells of every event", async () => {
    const text = await read("docs/events.md");
    const events = new Set(
      SOURCES.flatMap((source) => [
        ...source.text.matchAll(/name: "([a-z]+\.[a-z]+)",\n\s+version/g),
      ]).map((it) => it[1]),
    );
    expect([...events].toSorted()).toEqual([
      "message.appended",
      "payment.updated",
      "state.changed",
    ]);
    for (const name of ["ready", ...events]) {
      expect(text).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, "m"));
    }
  });

  test("every decision is in the list of decisions", async () => {
    const list = await read("docs/decisions/README.md");
    const files = [
      ...new Bun.Glob("0*.md").scanSync(join(ROOT, "docs/decisions")),
    ];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((name) => !list.includes(name))).toEqual([]);
  });
});

describe("size", () => {
  const sizes = SOURCES.map(({ path, text }) => ({
    path,
    count: text.split("\n").length - 1,
  }));

  test("no file is longer than 300 lines", () => {
    expect(sizes.filter(({ count }) => count > 300)).toEqual([]);
  });

  test("half of the files are shorter than 100 lines", () => {
    const counts = sizes.map(({ count }) => count).toSorted((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThan(100);
  });

  test("every bound is used", () => {
    const unused = Object.keys(LIMITS).filter(
      (name) => !SOURCES.some(({ text }) => text.includes(`LIMITS.${name}`)),
    );
    expect(unused).toEqual([]);
  });
});

test("every subject of the import rule has its folder", () => {
  const missing = SUBJECTS.filter(
    (subject) =>
      !SOURCES.some(({ path }) => path.startsWith(`core/${subject}/`)),
  );
  expect(missing).toEqual([]);
});

test("no package of others runs a script of its own when the service is installed", async () => {
  const { trustedDependencies } = await Bun.file("package.json").json();
  expect(trustedDependencies).toEqual([]);
});

/** Ways to wait for a time to pass, in place of what one waits for. */
const SLEEPS =
  /\b(?:Bun\.sleep|sleepSync|setTimeout|waitForTimeout)\(|Atomics\.wait\(|"(?:node:)?timers\/promises"/;

test("no test sleeps", async () => {
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(import.meta.dir)];
  const found = await Promise.all(
    paths.map(async (path) =>
      SLEEPS.test(await Bun.file(join(import.meta.dir, path)).text())
        ? path
        : undefined,
    ),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(found.filter((path) => path !== undefined)).toEqual([]);
});
