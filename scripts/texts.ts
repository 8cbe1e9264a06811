import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { TaggedTemplateExpression } from "oxc-parser";
import { parseSync, Visitor } from "oxc-parser";
import type { Access } from "../src/core/access/operation.ts";
import type { Catalogue } from "../src/core/base/words/say.ts";
import { keyOf } from "../src/core/base/words/say.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";

const ROOT = join(import.meta.dir, "..");
const ENTRY = "packages/web/src/shell/main.tsx";
/** The folders with texts. */
const SAYING = ["src", "packages/rail-x402/src", "packages/web/src"];

/** Texts by the part of the product that uses them, as in the language files. */
export type Texts = Readonly<Record<"web" | "core" | "pages", Catalogue>>;

/**
 * Every text that people are told in their language, in English: what stands in the
 * templates of `say`, `t`, `rich`, `phrase` and `told`, and the titles of the operations
 * that people call, which refusals name (docs/languages.md).
 */
export function englishTexts(): Texts {
  const inBrowser = reachedFrom(ENTRY);
  const texts = {
    web: new Set<string>(),
    core: new Set(titles()),
    pages: new Set<string>(),
  };
  const paths = SAYING.flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT),
  ]);
  for (const path of paths) {
    const found = textsIn(path);
    for (const part of partsOf(path, inBrowser)) {
      for (const it of found) texts[part].add(it);
    }
  }
  return {
    web: sortedTexts(texts.web),
    core: sortedTexts(texts.core),
    pages: sortedTexts(texts.pages),
  };
}

function titles(): readonly string[] {
  return OPERATIONS.filter(
    ({ access: { who } }) => !NOT_OF_PEOPLE.has(who),
  ).map(({ title }) => title);
}

const NOT_OF_PEOPLE: ReadonlySet<Access["who"]> = new Set([
  "operator",
  "system",
]);

/**
 * The parts of the program that use a file's texts; the core's texts in the browser are the
 * core's, too.
 */
function partsOf(
  path: string,
  inBrowser: ReadonlySet<string>,
): readonly (keyof Texts)[] {
  const isCore = /^(?:src\/core|packages\/(?!web))/.test(path);
  if (inBrowser.has(path)) return isCore ? ["web", "core"] : ["web"];
  return isCore ? ["core"] : ["pages"];
}

function sortedTexts(texts: ReadonlySet<string>): Catalogue {
  return Object.fromEntries([...texts].toSorted().map((it) => [it, it]));
}

const NAMES = new Set(["say", "t", "rich", "phrase", "told", "toldMany"]);

/** The names by which a template is a text: say, call.say, t.many(2). */
function isSaid({ tag }: TaggedTemplateExpression): boolean {
  const at = tag.type === "CallExpression" ? tag.callee : tag;
  if (at.type === "Identifier") return NAMES.has(at.name);
  if (at.type !== "MemberExpression" || at.property.type !== "Identifier")
    return false;
  return NAMES.has(at.property.name) || at.property.name === "many";
}

/** True for a file that may contain a text: most do not, and need no parsing. */
const SAID = /\b(?:say|t|rich|phrase|told)`|(?:\.m|toldM)any\(/;

function textsIn(path: string): readonly string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  if (!SAID.test(source)) return [];
  const found: string[] = [];
  new Visitor({
    TaggedTemplateExpression(node) {
      if (!isSaid(node)) return;
      found.push(
        keyOf(node.quasi.quasis.map(({ value }) => value.cooked ?? "")),
      );
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Our files that a page loads with this one, directly or indirectly. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const reached = new Set([entry]);
  // Iterating a set also visits what is added meanwhile.
  for (const path of reached) {
    for (const to of importsOf(path)) reached.add(to);
  }
  return reached;
}

function importsOf(path: string): readonly string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  const { module } = parseSync(path, source);
  const stays = module.staticImports
    .filter(
      ({ entries }) => entries.length === 0 || entries.some((it) => !it.isType),
    )
    .map(({ moduleRequest }) => moduleRequest.value);
  const asked = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  );
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  return [...stays, ...asked, ...passedOn]
    .filter((it) => /^\.{1,2}\/.*\.tsx?$/.test(it))
    .map((it) => relative(ROOT, join(ROOT, dirname(path), it)))
    .filter((it) => existsSync(join(ROOT, it)));
}
