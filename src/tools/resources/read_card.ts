import { cardDocument } from "../cards/document.ts";
import type { CardKind } from "../cards/tool_cards.ts";
import { inNames } from "../names.ts";
import type { Resource } from "./resource.ts";

/** The type of a page that a host shows (MCP Apps, 2026-01-26). */
export const CARD_TYPE = "text/html;profile=mcp-app";

/** A card may load nothing and connect to nothing. */
const UI = {
  csp: { connectDomains: [], resourceDomains: [] },
  prefersBorder: true,
};

/** Reads a card, which holds nothing of anybody's. */
export function readCard(kind: CardKind): Resource["read"] {
  return async ({ services }, { view }) => {
    const reads = inNames("svc.get_conversation", view.names);
    const { baseUrl } = services.settings;
    const text = await cardDocument(kind, { base: baseUrl, reads });
    return [{ mimeType: CARD_TYPE, text, _meta: { ui: UI } }];
  };
}
