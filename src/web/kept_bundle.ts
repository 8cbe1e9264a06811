import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Language } from "../core/base/words/languages.ts";

/** A file of the app, under a name that changes with its text. */
export interface WebFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/** The files that the browser loads, made once a process and kept in memory. */
export interface WebBundle {
  /** Paths of what the first view loads. */
  readonly script: string;
  readonly style: string;
  /** The texts of each language but English, as scripts that are run before the app. */
  readonly texts: Readonly<Partial<Record<Language, string>>>;
  /** Every file by its path below the service's address. */
  readonly files: ReadonlyMap<string, WebFile>;
}

/** Beside the packages: gone with them, and never part of a clone. */
const KEPT_IN = "node_modules/.cache/inbox";
/** Every source, which packages there are, and how JSX is read. */
const SOURCES = [
  "src/**/*.{ts,css}",
  "src/core/base/words/*.json",
  "packages/*/src/**/*.{ts,tsx,css,woff2}",
  "{package,tsconfig}.json",
  "bun.lock",
];

/** A file as it is kept: its bytes are gzipped, in base64. */
interface KeptFile {
  readonly path: string;
  readonly type: string;
  readonly gzip: string;
}

interface Kept extends Pick<WebBundle, "script" | "style" | "texts"> {
  readonly files: readonly KeptFile[];
}

/** Where something made of just these sources is kept: they name it, and so does Bun. */
export function keptPath(root: string, name: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(Bun.version).update(root);
  for (const pattern of SOURCES) {
    for (const path of [...new Bun.Glob(pattern).scanSync(root)].sort()) {
      hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
    }
  }
  return join(root, KEPT_IN, `${name}-${hash.digest("hex")}`);
}

/** Where the bundle of just these sources is kept. */
export function bundlePath(root: string): string {
  return `${keptPath(root, "web")}.json`;
}

/** Reads a kept bundle; undefined if there is none, or it cannot be read. */
export async function readBundle(path: string): Promise<WebBundle | undefined> {
  try {
    return bundleOf(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Reads what `keptText` wrote. */
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

/** Keeps it whole or not at all, and removes what older sources left. */
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
