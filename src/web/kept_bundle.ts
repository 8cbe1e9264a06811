import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Language } from "../core/base/words/languages.ts";

/** A file of the app, under a name that changes with its content. */
export interface WebFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/**
 * The files that the browser loads, made once per process and kept in memory.
 */
export interface WebBundle {
  /** Paths of the files that the first view loads. */
  readonly script: string;
  readonly style: string;
  /** The texts of each language except English, as scripts that run before the app. */
  readonly texts: Readonly<Partial<Record<Language, string>>>;
  /** Every file by its path below the service's address. */
  readonly files: ReadonlyMap<string, WebFile>;
}

/** Next to the packages: removed with them, and never part of a clone. */
const KEPT_IN = "node_modules/.cache/inbox";
/** Every source, the installed packages, and the JSX setting. */
const SOURCES = [
  "src/**/*.{ts,css}",
  "src/core/base/words/*.json",
  "packages/*/src/**/*.{ts,tsx,css,woff2}",
  "{package,tsconfig}.json",
  "bun.lock",
];

/** A cached file: its bytes are gzipped, in base64. */
interface KeptFile {
  readonly path: string;
  readonly type: string;
  readonly gzip: string;
}

interface Kept extends Pick<WebBundle, "script" | "style" | "texts"> {
  readonly files: readonly KeptFile[];
}

/** The cache path for exactly these sources: their hash and Bun's version are in it. */
export function keptPath(root: string, name: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(Bun.version).update(root);
  for (const pattern of SOURCES) {
    for (const path of [...new Bun.Glob(pattern).scanSync(root)].sort()) {
      hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
    }
  }
  return join(root, KEPT_IN, `${name}-${hash.digest("hex")}`);
}

/** The cache path of the bundle for exactly these sources. */
export function bundlePath(root: string): string {
  return `${keptPath(root, "web")}.json`;
}

/** Reads a cached bundle; undefined if there is none, or it is unreadable. */
export async function readBundle(path: string): Promise<WebBundle | undefined> {
  try {
    return bundleOf(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Parses the output of `keptText`. */
export function bundleOf(text: string): WebBundle {
  const kept: Kept = JSON.parse(text);
  const files = kept.files.map(({ path: name, type, gzip }) => {
    const bytes = Uint8Array.fromBase64(gzip);
    return [name, { type, body: Bun.gunzipSync(bytes), gzip: bytes }] as const;
  });
  return { ...kept, files: new Map(files) };
}

/** A bundle as one text. */
export function keptText({ files, ...names }: WebBundle): string {
  const kept: Kept = {
    ...names,
    files: [...files].map(([name, { type, gzip }]) => ({
      path: name,
      type,
      gzip: gzip.toBase64(),
    })),
  };
  return JSON.stringify(kept);
}

/** Writes it completely or not at all, and removes files of older sources. */
export async function keepBundle(path: string, made: WebBundle): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true });
  const unfinished = `${path}.${crypto.randomUUID()}`;
  await Bun.write(unfinished, keptText(made));
  await rename(unfinished, path);
  for (const name of await readdir(directory)) {
    const isOld = name.endsWith(".json") && name !== basename(path);
    if (isOld) await rm(join(directory, name), { force: true });
  }
}
