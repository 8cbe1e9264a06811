import { join } from "node:path";
import { builtFile } from "../../http/built_file.ts";
import type { CardKind } from "./tool_cards.ts";

/** The script of a card, minified and without imports. */
export async function cardScript(kind: CardKind): Promise<string> {
  return builtFile(`${kind}.js`) ?? (await bundle(kind));
}

async function bundle(kind: CardKind): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, `browser/${kind}.ts`)],
    target: "browser",
    minify: true,
  });
  const texts = await Promise.all(outputs.map((it) => it.text()));
  return texts.join("");
}
