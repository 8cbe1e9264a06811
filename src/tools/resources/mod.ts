import { cardDocument } from "../cards/document.ts";
import type { CardKind } from "../cards/tool_cards.ts";
import { CARD_URIS } from "../cards/tool_cards.ts";
import { conversationIds } from "../completion.ts";
import { inNames } from "../names.ts";
import { readByTool } from "./read_by_tool.ts";
import { readFile } from "./read_file.ts";
import type { Resource } from "./resource.ts";
import { SKILLS } from "./skills.ts";

/** The address of a conversation as a resource. */
export const CONVERSATION_URI = "inbox://conversations/{conversationId}";

/** The type of a page that a host shows (MCP Apps, 2026-01-26). */
const CARD_TYPE = "text/html;profile=mcp-app";

/** A card may load nothing and connect to nothing. */
const UI = {
  csp: { connectDomains: [], resourceDomains: [] },
  prefersBorder: true,
};

/** Every resource that is served. */
export const RESOURCES: readonly Resource[] = [
  {
    uri: "inbox://views/needs_you",
    name: "needs_you",
    title: "What needs you",
    description:
      "Conversations that need your decision, as svc.list_conversations shows them.",
    mimeType: "application/json",
    read: readByTool("svc.list_conversations", { view: "needs_you" }),
  },
  {
    uri: CONVERSATION_URI,
    name: "conversation",
    title: "Conversation",
    description:
      "One conversation as svc.get_conversation shows it: state, next step and its newest messages, with others' words marked.",
    mimeType: "application/json",
    complete: { conversationId: conversationIds },
    read: readByTool("svc.get_conversation"),
  },
  {
    uri: "inbox://conversations/{conversationId}/artifacts/{artifactId}",
    name: "artifact",
    title: "File of a conversation",
    description:
      "One file: its text as svc.read_artifact shows it, marked as written by others, or its bytes.",
    read: readFile,
  },
  {
    uri: CARD_URIS.approval,
    name: "approval_card",
    title: "Approval card",
    description: "An open approval, shown by the client's host.",
    mimeType: CARD_TYPE,
    isUnlisted: true,
    read: readCard("approval"),
  },
  {
    uri: CARD_URIS.conversation,
    name: "conversation_card",
    title: "Conversation card",
    description: "A conversation, shown by the client's host.",
    mimeType: CARD_TYPE,
    isUnlisted: true,
    read: readCard("conversation"),
  },
  ...SKILLS.map((skill): Resource => {
    const { name, description } = skill.frontmatter;
    const mimeType = "text/markdown";
    return {
      ...{ uri: skill.uri, name, title: name, description, mimeType },
      read: async (_server, { view }) => [
        { mimeType, text: skill.text(view.names) },
      ],
    };
  }),
];

/** Reads a card, which holds nothing of anybody's. */
function readCard(kind: CardKind): Resource["read"] {
  return async ({ services }, { view }) => {
    const reads = inNames("svc.get_conversation", view.names);
    const { baseUrl } = services.settings;
    const text = await cardDocument(kind, { base: baseUrl, reads });
    return [{ mimeType: CARD_TYPE, text, _meta: { ui: UI } }];
  };
}

/** The views of an inbox, which change with any conversation in it. */
export const VIEW_URIS: readonly string[] = RESOURCES.map(
  ({ uri }) => uri,
).filter((uri) => uri.startsWith("inbox://views/"));
