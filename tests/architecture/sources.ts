import { dirname, join, normalize } from "node:path";

/** Where the project is, and the service within it. */
export const ROOT = join(import.meta.dir, "../..");
const SRC = join(ROOT, "src");

/** A file of the service. */
export interface Source {
  /** Below src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The imports of a file: a path below src/, or a package. */
  readonly imports: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^;"]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

/** The import lines as written: a transpiler would drop those for types. */
export function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(IMPORT)].map((it) => it[1] ?? it[2] ?? "");
  return found.map((name) =>
    name.startsWith(".")
      ? normalize(join(dirname(path), name)).replace(/^\.\.\/src\//, "")
      : name,
  );
}

/** The files and packages that loading a file loads: neither types nor what is loaded later. */
export function valueImportsOf({ path, text }: Source): string[] {
  const said = text.matchAll(/^(?:import (?!type )|export \{)[^;]*;/gm);
  return importsOf(path, [...said].join("\n"));
}

/** Where the client is that others install, and that the service uses itself. */
export const CLIENT = "../packages/client/src/";

/** How chains, the log and archives are made and checked, here and away from the service. */
export const VERIFY = "../packages/verify/src/";

/** Where the rail on a chain is, which the service loads where one is set. */
export const RAIL = "../packages/rail-x402/src/";

/** Where the app is that the service serves to browsers. */
export const APP = "../packages/web/src/";

/** Where the commands are by which a person uses an inbox at a terminal. */
export const TERMINAL = "../packages/terminal/src/";

/** Where the scripts are of pages that the service makes. */
export const PAGE_SCRIPTS = "../packages/page-scripts/src/";

/** Where the forms of standards are. */
export const STANDARDS = "../packages/standards/src/";

/** The packages that know nothing of the service: the forms of standards, and what uses them. */
export const FORMS: readonly string[] = [
  STANDARDS,
  "../packages/database-file/src/",
  "../packages/dns-lookup/src/",
  "../packages/docs-site/src/",
  "../packages/libsql-server/src/",
  "../packages/mail-reading/src/",
  "../packages/telemetry/src/",
];

/** Every file of the service and of its packages. */
export const SOURCES: readonly Source[] = await Promise.all(
  [
    ...new Bun.Glob("**/*.{ts,tsx}").scanSync(SRC),
    ...new Bun.Glob(`${CLIENT}**/*.ts`).scanSync(SRC),
    ...new Bun.Glob(`${VERIFY}**/*.ts`).scanSync(SRC),
    ...FORMS.flatMap((it) => [...new Bun.Glob(`${it}**/*.ts`).scanSync(SRC)]),
    ...new Bun.Glob(`${RAIL}**/*.ts`).scanSync(SRC),
    ...new Bun.Glob(`${APP}**/*.{ts,tsx}`).scanSync(SRC),
    ...new Bun.Glob(`${PAGE_SCRIPTS}**/*.ts`).scanSync(SRC),
    ...new Bun.Glob(`${TERMINAL}**/*.ts`).scanSync(SRC),
  ]
    .toSorted()
    .map(async (path) => {
      const text = await Bun.file(join(SRC, path)).text();
      return { path, text, imports: importsOf(path, text) };
    }),
);

/** Every import line as "who imports what". */
export function lines(
  holds: (source: Source, imported: string) => boolean,
): readonly string[] {
  return SOURCES.flatMap((source) =>
    source.imports
      .filter((imported) => holds(source, imported))
      .map((imported) => `${source.path} imports ${imported}`),
  );
}

/** The values that a file exports; types are gone when it runs. */
export function exportsOf(text: string): string[] {
  const found = text.matchAll(
    /^export (?:async )?(?:abstract )?(?:function\*?|const|class|let) (\w+)/gm,
  );
  return [...found].map(([, name = ""]) => name);
}

/** The files that reach themselves by their imports, those of one circle together. */
export function circles(sources: readonly Source[]): readonly string[] {
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

/**
 * The pairs of folders of one folder that import each other, as "in: a, b": of the service
 * and of each of its packages but the app, whose frame and pages know each other.
 */
export function mutualRooms(sources: readonly Source[]): readonly string[] {
  const seen = new Set<string>();
  for (const { path, imports } of sources) {
    if (path.startsWith(APP)) continue;
    const here = path.split("/");
    for (const imported of imports) {
      const there = imported.split("/");
      const at = here.findIndex((name, index) => name !== there[index]);
      // In the service itself, or in one package: ../packages/<name>/src/<room>.
      const isOfOne = here[0] === ".." ? at > 2 : there[0] !== "..";
      const isBelow = at < here.length - 1 && at < there.length - 1;
      if (!isOfOne || !isBelow) continue;
      seen.add([here.slice(0, at).join("/"), here[at], there[at]].join(" "));
    }
  }
  return [...seen].flatMap((it) => {
    const [within = "", from = "", to = ""] = it.split(" ");
    const isMutual = from < to && seen.has([within, to, from].join(" "));
    return isMutual ? [`${within}: ${from}, ${to}`] : [];
  });
}
