import { escaped } from "../../core/base/text.ts";
import { USUAL_LANGUAGE } from "../../core/base/words/languages.ts";
import { htmlDocument } from "../../http/html.ts";
import { cardScript } from "./script.ts";
import { CARD_STYLE } from "./style.ts";
import type { CardKind } from "./tool_cards.ts";

interface CardContext {
  /** The address of the service: a card opens nothing else. */
  readonly base: string;
  /** The tool that reads a conversation, as the client spells it. */
  readonly reads: string;
}

const scripts = new Map<CardKind, Promise<string>>();

/** The script of a card, made at the first call. */
function scriptOf(kind: CardKind): Promise<string> {
  const made = scripts.get(kind) ?? cardScript(kind);
  scripts.set(kind, made);
  return made;
}

/** A card as one page, which loads nothing. */
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
