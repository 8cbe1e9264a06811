import { join } from "node:path";
import { escaped, htmlDocument } from "../../../packages/standards/src/html.ts";
import { USUAL_LANGUAGE } from "../../core/base/words/languages.ts";
import { builtFile } from "../../http/built_file.ts";
import type { CardKind } from "./tool_cards.ts";

interface CardContext {
  /** The address of the service, the only one that a card opens. */
  readonly base: string;
  /** The name of the tool that reads a conversation, as the client spells it. */
  readonly reads: string;
}

const SOURCES = join(
  import.meta.dir,
  "../../../packages/page-scripts/src/cards",
);

const scripts = new Map<CardKind, Promise<string>>();

/** The script of a card, made on the first call. */
function scriptOf(kind: CardKind): Promise<string> {
  const made = scripts.get(kind) ?? cardScript(kind);
  scripts.set(kind, made);
  return made;
}

/** A card as one page that loads nothing else. */
export async function cardDocument(
  kind: CardKind,
  { base, reads }: CardContext,
): Promise<string> {
  const script = await scriptOf(kind);
  return htmlDocument({
    language: USUAL_LANGUAGE,
    title: "Conversation",
    head: `<style>${CARD_STYLE}</style>`,
    body: `<main data-base="${escaped(base)}" data-reads="${escaped(reads)}"><p>One moment…</p></main>
<footer><button type="button" hidden>Open in the inbox</button><button type="button" hidden>Refresh</button><output></output></footer>
<script type="module">${script}</script>`,
  });
}

/** The script of a card, minified and bundled. */
export async function cardScript(kind: CardKind): Promise<string> {
  return builtFile(`${kind}.js`) ?? (await bundle(kind));
}

async function bundle(kind: CardKind): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(SOURCES, `${kind}.ts`)],
    target: "browser",
    minify: true,
  });
  const texts = await Promise.all(outputs.map((it) => it.text()));
  return texts.join("");
}

/** The style of a card, in its host's colors where it gives them. */
const CARD_STYLE = `
:root{color-scheme:light dark;background:var(--color-background-primary,light-dark(#fff,#1c1d22));color:var(--color-text-primary,light-dark(#1d2030,#eceef5));font:14px/1.5 var(--font-sans,system-ui,sans-serif)}
body{margin:0;padding:16px;unicode-bidi:plaintext}
h1,h2,p{margin:0 0 4px;font-size:1em;overflow-wrap:anywhere}
h1{font-size:1.2em;line-height:1.3}
h2{display:inline;margin-right:8px}
small{color:var(--color-text-secondary,light-dark(#565a6e,#a9aec2))}
strong{display:block;margin:4px 0}
section{border-top:1px solid var(--color-border-primary,light-dark(#d9dce8,#3a3d4a));margin-top:12px;padding-top:12px}
blockquote{margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
footer{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
button{font:inherit;padding:8px 14px;border:1px solid;border-radius:8px;background:none;color:inherit;cursor:pointer}
button:first-child{background:#2f4fd0;border-color:#2f4fd0;color:#fff}
:focus-visible{outline:2px solid;outline-offset:2px}
[hidden]{display:none}
output{flex-basis:100%;overflow-wrap:anywhere}
`.replaceAll("\n", "");
