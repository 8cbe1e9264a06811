import { join } from "node:path";

const ENTRY = join(import.meta.dir, "../../../packages/web/src/shell/main.tsx");

let made: Promise<string> | undefined;

/** The whole app as one script, made once for all tests of a process. */
export function appCode(): Promise<string> {
  made ??= build();
  return made;
}

async function build(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [ENTRY],
    target: "browser",
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "without styles",
        setup(build) {
          build.onLoad({ filter: /\.css$/ }, () => ({
            contents: "",
            loader: "js",
          }));
        },
      },
    ],
  });
  const [output] = built.outputs;
  if (!output) throw new Error("Cannot bundle the app");
  return await output.text();
}
