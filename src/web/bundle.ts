import { join } from "node:path";
import { sha256 } from "../core/base/digest.ts";
import type { Language } from "../core/base/words/languages.ts";
import { LANGUAGES, USUAL_LANGUAGE } from "../core/base/words/languages.ts";
import { browserTexts } from "../core/base/words/say_in.ts";
import { builtFile } from "../http/built_file.ts";
import type { WebBundle, WebFile } from "./kept_bundle.ts";
import { bundleOf, bundlePath, keepBundle, readBundle } from "./kept_bundle.ts";

const ROOT = join(import.meta.dir, "../..");
/** The app's sources. */
const APP = join(ROOT, "packages/web/src");

/** The path of the app's files. */
export const FILES_PATH = "/app";

/** The version is in the name, because browsers cache it forever. */
const FONT = "inter-5.3.0.woff2";
export const FONT_PATH = `${FILES_PATH}/${FONT}`;

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};

let made: Promise<WebBundle> | undefined;

/**
 * The app, bundled once from the current sources: in less than a second, so a
 * clean clone needs no build step. A bundle of other sources is ignored.
 */
export function webBundle(): Promise<WebBundle> {
  made ??= keptOrNew().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function keptOrNew(): Promise<WebBundle> {
  const built = builtFile("web.json");
  if (built !== undefined) return bundleOf(built);
  const path = bundlePath(ROOT);
  const kept = await readBundle(path);
  if (kept) return kept;
  const made = await bundle();
  // If the folder is read-only, each start only bundles again.
  await keepBundle(path, made).catch(() => {});
  return made;
}

/** Bundles the app. */
export async function bundle(): Promise<WebBundle> {
  const { default: tailwind } = await import("bun-plugin-tailwind");
  const built = await Bun.build({
    entrypoints: [join(APP, "shell/main.tsx")],
    plugins: [tailwind],
    target: "browser",
    minify: true,
    splitting: true,
    // Bun would inline the font into the stylesheet, and the page would wait for it.
    external: [FONT_PATH],
    define: { "process.env.NODE_ENV": '"production"' },
    naming: "[name]-[hash].[ext]",
  });
  const files = new Map<string, WebFile>();
  let script = "";
  let style = "";
  for (const output of built.outputs) {
    const path = FILES_PATH + output.path.replace(/^\.?\/?/, "/");
    files.set(path, await webFile(path, output));
    if (output.kind === "entry-point") script = path;
    if (path.endsWith(".css")) style = path;
  }
  const font = Bun.file(join(APP, "shell/fonts", FONT));
  files.set(FONT_PATH, await webFile(FONT_PATH, font));
  const texts: Partial<Record<Language, string>> = {};
  for (const language of LANGUAGES) {
    if (language === USUAL_LANGUAGE) continue;
    const { path, blob } = textsFile(language);
    files.set(path, await webFile(path, blob));
    texts[language] = path;
  }
  return { script, style, texts, files };
}

/** A separate script, so each person loads one language (docs/languages.md). */
function textsFile(language: Language) {
  const texts = JSON.stringify({ language, texts: browserTexts(language) });
  const path = `${FILES_PATH}/${language}-${sha256(texts).slice(0, 8)}.js`;
  return { path, blob: new Blob([`globalThis.inboxTexts=${texts}`]) };
}

async function webFile(path: string, blob: Blob): Promise<WebFile> {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  const body = new Uint8Array(await blob.arrayBuffer());
  return {
    type: TYPES[extension] ?? "application/octet-stream",
    body,
    gzip: Bun.gzipSync(body),
  };
}
