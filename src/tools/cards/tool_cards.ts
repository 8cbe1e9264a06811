import type { Operation } from "../../core/access/operation.ts";

/** The kinds of cards; each has a file of that name in `packages/page-scripts/`. */
export const CARD_KINDS = ["approval", "conversation"] as const;

export type CardKind = (typeof CARD_KINDS)[number];

/** The addresses of the cards (docs/mcp.md, Cards). */
export const CARD_URIS: Readonly<Record<CardKind, string>> = {
  approval: "ui://inbox/approval.html",
  conversation: "ui://inbox/conversation.html",
};

/** The card that shows a tool's result; tools without a row have none. */
const CARDS: Readonly<Record<string, CardKind>> = {
  get_conversation: "conversation",
  create_conversation: "approval",
  send_message: "approval",
  add_artifact: "approval",
  request_review: "approval",
  submit_draft: "approval",
  complete_conversation: "approval",
  sign_receipt: "approval",
  fund_conversation: "approval",
  propose_terms: "approval",
  accept_proposal: "approval",
  extend_deadline: "approval",
  raise_price: "approval",
  refund_payment: "approval",
  open_dispute: "approval",
  answer_dispute: "approval",
  rule_dispute: "approval",
};

/** The `_meta` of a tool, for hosts that show cards. */
export interface ToolMeta {
  readonly ui: {
    readonly resourceUri?: string;
    readonly visibility: readonly ("model" | "app")[];
  };
  /** The same for hosts from before 2026. */
  readonly "ui/resourceUri"?: string;
}

/** A card may read a conversation; every other tool is for the model only. */
export function toolMeta({ name }: Operation): ToolMeta {
  const kind = CARDS[name];
  const visibility =
    name === "get_conversation"
      ? (["model", "app"] as const)
      : (["model"] as const);
  if (!kind) return { ui: { visibility } };
  const resourceUri = CARD_URIS[kind];
  return { ui: { resourceUri, visibility }, "ui/resourceUri": resourceUri };
}
