import type { Operation } from "../core/access/operation.ts";
import type { Acting } from "../core/access/principal.ts";
import { hasScope, isDelegate } from "../core/access/principal.ts";
import type { ToolView } from "./tool_view.ts";

/** The sets of tools that a client can ask for with `?toolsets=`. */
export const TOOLSETS = ["core", "files", "money", "people", "audit"] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** One listed tool: any of its scopes makes it useful. */
interface Row {
  readonly toolset: Toolset;
  /** If it differs from the operation's own scope. */
  readonly scopes?: readonly string[];
}

const core: Row = { toolset: "core" };
const money: Row = { toolset: "money" };
const people: Row = { toolset: "people" };

/**
 * Tools that can be called but are not listed: a listed tool includes them (grown.ts), or
 * serves the same purpose.
 */
const UNLISTED: readonly string[] = [
  "update_conversations",
  "raise_price",
  "accept_proposal",
  "withdraw_proposal",
  "extend_deadline",
  "request_refund",
  "put_offer",
  "list_offers",
  "delete_offer",
  "open_dispute",
  "answer_dispute",
  "withdraw_dispute",
  "rule_dispute",
  "get_contact",
  "delete_contact",
  "report_contact",
  "schedule_draft",
  "delete_draft",
  "rename_label",
  "delete_label",
  // In the digest.
  "get_balance",
  "list_labels",
  // In the review of a draft.
  "preview_conversation",
  // In a quote, and in what a submit answers.
  "resolve_address",
  // For members of teams, who say so in _meta.
  "list_teams",
  "list_members",
];

/** The listed tools by operation, in the order of the list. */
const LISTED: Readonly<Record<string, Row>> = {
  discover_agents: people,
  get_agent_card: people,
  create_conversation: {
    ...core,
    scopes: ["conversations:submit", "drafts:write"],
  },
  send_message: core,
  get_conversation: core,
  list_conversations: core,
  cancel_conversation: core,
  add_artifact: { toolset: "files" },
  request_review: core,
  record_hil_decision: core,
  read_audit: { toolset: "audit" },
  quote_access: money,
  submit_draft: core,
  update_conversation: {
    ...core,
    scopes: ["conversations:write", "drafts:write"],
  },
  sign_receipt: money,
  complete_conversation: core,
  fund_conversation: money,
  propose_terms: money,
  refund_payment: {
    ...money,
    scopes: ["payments:hold", "conversations:write"],
  },
  list_payments: money,
  list_contacts: people,
  get_digest: core,
  read_artifact: { toolset: "files" },
  save_contact: { ...people, scopes: ["contacts:write", "profile:write"] },
};

/** The operations whose tools are listed, in the order of the list. */
export function inListedOrder(
  operations: readonly Operation[],
): readonly Operation[] {
  const places = Object.keys(LISTED);
  const placeOf = ({ name }: Operation) => places.indexOf(name);
  return operations
    .filter(isListed)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** True for a tool that is listed at all. */
function isListed({ name }: Operation): boolean {
  return !UNLISTED.includes(name);
}

/** True for a tool that an address has; one that asks for fewer refuses all others. */
export function isAtAddress(
  operation: Operation,
  { toolsets, isReadOnly }: ToolView,
): boolean {
  if (!toolsets && !isReadOnly) return true;
  const { toolset } = rowOf(operation);
  const isWriting = operation.kind !== "query";
  return (
    isListed(operation) &&
    !(toolsets && !toolsets.includes(toolset)) &&
    !(isReadOnly && isWriting)
  );
}

function rowOf({ name }: Operation): Row {
  return LISTED[name] ?? core;
}

/** True for a tool that this caller is shown at this address. */
export function isShownTo(
  operation: Operation,
  view: ToolView,
  member: Pick<Acting, "scopes" | "team">,
): boolean {
  if (!isAtAddress(operation, view)) return false;
  if (isDelegate(member) && !operation.access.delegates) return false;
  const scopes = rowOf(operation).scopes ?? scopesOf(operation);
  return scopes.length === 0 || scopes.some((it) => hasScope(member, it));
}

function scopesOf({ scope, scopesFor }: Operation): readonly string[] {
  return scope === undefined ? (scopesFor?.({}) ?? []) : [scope];
}
