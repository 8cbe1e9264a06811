import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtFile, IS_EXECUTABLE } from "../../http/built_file.ts";

const FOLDER = join(import.meta.dir, "../../../docs");

/** The pictures of the guide, in `docs/`: no other file is served as a picture. */
export const PICTURES: ReadonlySet<string> = new Set(
  [
    "first_request",
    "getting_paid",
    "sign",
    "limits",
    "approving",
    "payments",
    "refund",
    "contacts",
  ].map((name) => `guide/pictures/${name}.png`),
);

let kept: ReadonlyMap<string, string> | undefined;

/** The pages of `docs/` by their path without `.md`, such as `decisions/0009_repeats`. */
export function documentFiles(): ReadonlyMap<string, string> {
  kept ??= new Map(
    Object.entries<string>(JSON.parse(builtFile("docs.json") ?? filesText())),
  );
  return kept;
}

/** All of them as one JSON object, embedded in an executable. */
export function filesText(): string {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .toSorted();
  return JSON.stringify(
    Object.fromEntries(
      paths.map((path) => [
        path.slice(0, -".md".length),
        readFileSync(join(FOLDER, path), "utf8"),
      ]),
    ),
  );
}

/** One of `PICTURES`; an executable has their folder beside its script. */
export function pictureBytes(path: string): Uint8Array<ArrayBuffer> {
  const file = IS_EXECUTABLE
    ? join(import.meta.dir, path.replace("guide/", ""))
    : join(FOLDER, path);
  return new Uint8Array(readFileSync(file));
}
