import { join } from "node:path";

/** A file of the app, under a name that changes with its text. */
export interface WebFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/** What the browser loads, made once a process and kept in memory. */
export interface WebBundle {
  /** Paths of what the first view loads. */
  readonly script: string;
  readonly style: string;
  /** Every file by its path below the service's address. */
  readonly files: ReadonlyMap<string, WebFile>;
}

/** Where the files of the app are served. */
export const FILES_PATH = "/app";

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

let made: Promise<WebBundle> | undefined;

/**
 * Bundles the app at the first call; it takes less than a second, so that a clean
 * clone needs no build step and can never serve an old one.
 */
export function webBundle(): Promise<WebBundle> {
  made ??= bundle().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function bundle(): Promise<WebBundle> {
  const { default: tailwind } = await import("bun-plugin-tailwind");
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, "shell/main.tsx")],
    plugins: [tailwind],
    target: "browser",
    minify: true,
    splitting: true,
    define: { "process.env.NODE_ENV": '"production"' },
    naming: "[name]-[hash].[ext]",
  });
  const files = new Map<string, WebFile>();
  let script = "";
  let style = "";
  for (const output of built.outputs) {
    const path = FILES_PATH + output.path.replace(/^\.?\/?/, "/");
    const extension = path.slice(path.lastIndexOf(".") + 1);
    const body = new Uint8Array(await output.arrayBuffer());
    files.set(path, {
      type: TYPES[extension] ?? "application/octet-stream",
      body,
      gzip: Bun.gzipSync(body),
    });
    if (output.kind === "entry-point") script = path;
    if (extension === "css") style = path;
  }
  return { script, style, files };
}
