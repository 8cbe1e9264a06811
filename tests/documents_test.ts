import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "..");
const PLACES = [
  "*.md",
  "docs/**/*.md",
  "examples/*/README.md",
  ...["src", "tests", "scripts", "packages", "examples"].map(
    (it) => `${it}/**/*.{ts,tsx,css}`,
  ),
];

interface Text {
  readonly path: string;
  readonly text: string;
}

const TEXTS: readonly Text[] = await Promise.all(
  PLACES.flatMap((place) => [...new Bun.Glob(place).scanSync(ROOT)]).map(
    async (path) => ({
      path,
      text: await Bun.file(join(ROOT, path)).text(),
    }),
  ),
);
const DOCUMENTS = TEXTS.filter(({ path }) => path.endsWith(".md"));
const CODE = TEXTS.filter(({ path }) => !path.endsWith(".md"));

/** A comment in one line, so that a citation may be broken anywhere. */
function unwrapped(text: string): string {
  return text.replace(/\n\s*(?:\*|\/\/)?\s*/g, " ");
}

function headingsOf(path: string): readonly string[] {
  const page = DOCUMENTS.find((it) => it.path === path)?.text ?? "";
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
}

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

// `SKILL.md` is the name of every skill's file.
const CITED =
  /\b((?:docs\/[\w/]+|(?!SKILL)[A-Z]{4,})\.md)(?:, ([A-Z][^).:;,]*))?/g;

/** The citations of a text that lead nowhere. */
function lostCitations({ path, text }: Text): readonly string[] {
  return [...unwrapped(text).matchAll(CITED)].flatMap(
    ([cited, page = "", section]) => {
      if (!existsSync(join(ROOT, page))) return [`${path}: ${cited}`];
      if (section === undefined || path.endsWith(".md")) return [];
      const isThere = headingsOf(page).includes(section.trimEnd());
      return isThere ? [] : [`${path}: ${cited}`];
    },
  );
}

const ROWS = /docs\/states\.md, rows? ([\d, and to]+\d|\d+)/g;

/** Rows of the states that are cited, and are not in their table. */
function lostRows({ path, text }: Text): readonly string[] {
  const table = TEXTS.find((it) => it.path === "docs/states.md")?.text ?? "";
  return [...unwrapped(text).matchAll(ROWS)].flatMap(([cited, rows = ""]) =>
    [...rows.matchAll(/\d+/g)]
      .filter(([row]) => !table.includes(`\n| ${row} |`))
      .map(() => `${path}: ${cited}`),
  );
}

/** The links of a page that lead nowhere within the repository. */
function lostLinks({ path, text }: Text): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = "", anchor] = link.split("#");
    const page = target ? normalize(join(dirname(path), target)) : path;
    if (!existsSync(join(ROOT, page))) return [`${path}: ${link}`];
    const isThere =
      anchor === undefined || headingsOf(page).map(anchorOf).includes(anchor);
    return isThere ? [] : [`${path}: ${link}`];
  });
}

/** True for a whole path, and for the end of one such as `acts/thread/post.ts`. */
function isFile(name: string): boolean {
  if (existsSync(join(ROOT, name))) return true;
  return CODE.some(({ path }) => path.endsWith(`/${name}`));
}

/** The files that a page names and that are not there; `<name>` stands for any. */
function lostPaths({ path, text }: Text): readonly string[] {
  const named =
    /`((?:src|tests|scripts|packages)\/[^`\s]*|(?:\w+\/)*\w+\.(?:ts|tsx|css))`/g;
  return [...text.matchAll(named)]
    .map(([, file = ""]) => file)
    .filter((file) => !/[<*]/.test(file) && !isFile(file))
    .map((file) => `${path}: ${file}`);
}

/** Sentences whose first word is an object, a riddle or nobody at all. */
function crookedSentences({ path, text }: Text): readonly string[] {
  const prose = text
    .replace(/^```[\s\S]*?^ *```/gm, "")
    .replace(/^(?:#|\|| {4}| +\|).*$/gm, "");
  const begins =
    /(?:^\s*(?:[-*]|\d+\.)? *|[.!?:)*]\s+)(?:\*\*)?((?:What|Who|Whoever|Nobody) [^.?]*[.?]?)/gm;
  return [...prose.matchAll(begins)]
    .map(([, sentence = ""]) => sentence)
    .filter((it) => !it.endsWith("?"))
    .map((it) => `${path}: ${it.slice(0, 60)}`);
}

const ENTRY = /^\| `(?:src\/)?([\w/]+\.ts)` \| (.*\?) \|$/gm;

/** The entry files of ARCHITECTURE.md's rooms below src/, with each room's question. */
function entriesOf(page: string): ReadonlyMap<string, string> {
  const [wide = "", narrow = ""] = page.split("`core/conversations/`");
  return new Map([
    ...[...wide.matchAll(ENTRY)].map(([, file = "", it = ""]) => [file, it]),
    ...[...narrow.matchAll(ENTRY)].map(([, file = "", it = ""]) => [
      `core/conversations/${file}`,
      it,
    ]),
  ] as [string, string][]);
}

/** The folders of src/ that are rooms: those of its root, of the core and of conversations, by layer. */
function roomFolders(): ReadonlySet<string> {
  const inRoom =
    /^src\/((?:core\/(?:conversations\/(?:(?:acts|read)\/)?)?)?[^/]+)\//;
  const folders = CODE.flatMap(({ path }) => inRoom.exec(path)?.[1] ?? []);
  return new Set(folders.filter((it) => !/^core(\/conversations)?$/.test(it)));
}

describe("documents that stand alone", () => {
  test("every page, section and row that code or a page cites is there", () => {
    expect(TEXTS.flatMap(lostCitations)).toEqual([]);
    expect(CODE.flatMap(lostRows)).toEqual([]);
  });

  test("every link of a page leads somewhere", () => {
    expect(DOCUMENTS.flatMap(lostLinks)).toEqual([]);
  });

  test("every file that a page names is there", () => {
    expect(DOCUMENTS.flatMap(lostPaths)).toEqual([]);
  });

  test("every room is in ARCHITECTURE.md, and says its question at the top of its entry file", () => {
    const page = DOCUMENTS.find((it) => it.path === "ARCHITECTURE.md");
    const entries = entriesOf(page?.text ?? "");
    const unsaid = [...entries].filter(([file, question]) => {
      const entry = CODE.find(({ path }) => path === `src/${file}`)?.text ?? "";
      return !unwrapped(entry).startsWith(`/** ${question} `);
    });
    expect(unsaid).toEqual([]);
    const headers = [...entries.keys()].map((file) => {
      const entry = CODE.find(({ path }) => path === `src/${file}`)?.text ?? "";
      return { path: file, text: entry.split("@module")[0] ?? "" };
    });
    expect(headers.flatMap(lostPaths)).toEqual([]);
    const told = new Set([...entries.keys()].map((file) => dirname(file)));
    told.delete(".");
    expect([...told].toSorted()).toEqual([...roomFolders()].toSorted());
  });

  test("no sentence of a page begins with What, Who, Whoever or Nobody", () => {
    const pages = DOCUMENTS.filter(({ path }) => path !== "CHANGELOG.md");
    expect(pages.flatMap(crookedSentences)).toEqual([]);
  });

  test("every page of docs/ is linked from another", () => {
    const linked = new Set(
      DOCUMENTS.flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(([^)#\s]+\.md)/g)]
          .map(([, link = ""]) => normalize(join(dirname(path), link)))
          .filter((it) => it !== path),
      ),
    );
    const pages = DOCUMENTS.map(({ path }) => path);
    const alone = pages.filter((it) => it.includes("/") && !linked.has(it));
    expect(alone).toEqual([]);
  });

  test("nothing cites a document that is not here", () => {
    const absent =
      /\bfacts\/|\bdecisions(?:_2)?\.md|\barchitecture\.md|\b[Tt]he specification\b|\b[Ss]pecification, section|\b[Rr]uling \d|\b[Ii]ssue #?\d/;
    const found = TEXTS.filter(({ text }) => absent.test(unwrapped(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test("the checks see what is lost", () => {
    expect(DOCUMENTS.length).toBeGreaterThan(40);
    expect(CODE.length).toBeGreaterThan(800);
    // In two pieces, or this test would be what it looks for.
    const here = "docs/";
    const path = `${here}x.md`;
    const code = { path: "src/x.ts", text: " * (docs/states.md,\n * row 99)" };
    expect(lostRows(code)).toHaveLength(1);
    const section = { ...code, text: `(${here}money.md, None).` };
    expect(lostCitations(section)).toHaveLength(1);
    expect(lostCitations({ path, text: `${here}none.md` })).toHaveLength(1);
    expect(lostLinks({ path, text: "[x](money.md#none)" })).toHaveLength(1);
    expect(lostLinks({ path, text: "[x](none.md)" })).toHaveLength(1);
    expect(lostPaths({ path, text: "`src/none.ts`" })).toHaveLength(1);
    const crooked =
      "# What is\n\nWhat is\nlost is. It is.\n\n- Who? Nobody is.\n";
    expect(crookedSentences({ path, text: crooked })).toHaveLength(2);
  });
});
