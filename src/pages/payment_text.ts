import { escaped } from "../../packages/standards/src/html.ts";
import { cleanLine } from "../core/base/text.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { isolated } from "./page.ts";

type Payment = ConversationView["payment"];

/**
 * The condition of a price, as HTML. The sender's own words and addresses are
 * set apart, and none is clickable.
 */
export function conditionText({ condition, releaseAction }: Payment): string {
  const said =
    releaseAction?.type === "text"
      ? releaseAction.text
      : releaseAction?.type === "url_visit" && releaseAction.url;
  const quoted = said ? ` <q dir="auto">${escaped(cleanLine(said))}</q>` : "";
  return `${isolated(condition?.text ?? "")}${quoted}`;
}
