/**
 * How is an agent found, described and asked for its price? `account_card.ts` makes the
 * card of an account, `signed_cards.ts` signs it, `directory.ts` lists profiles, `quote.ts`
 * promises a price. The service's own agents are a file each (`service_agents.ts` lists
 * them), `record/` is what an account did for money. `remote/` fetches from servers of others;
 * `foreign_url.ts` says what may be, `calls/a2a_client.ts` calls an agent and reads its tasks, their
 * payments (`remote_payment.ts`) and files (`fetch_part.ts`).
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import packageJson from "../../../package.json" with { type: "json" };
import type { Settings } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import type { CardPayout } from "./card_payout.ts";
import { payoutExtension } from "./card_payout.ts";

/** An A2A 1.0 agent card (A2A 4.4.1); unset members are absent, never empty. */
export const AgentCardSchema = Type.Object({
  name: Type.String(),
  description: Type.String(),
  version: Type.String(),
  supportedInterfaces: Type.Array(
    Type.Object({
      url: Type.String(),
      protocolBinding: Type.String(),
      protocolVersion: Type.String(),
      tenant: Type.Optional(Type.String()),
    }),
  ),
  provider: Type.Optional(
    Type.Object({ organization: Type.String(), url: Type.String() }),
  ),
  documentationUrl: Type.Optional(Type.String()),
  iconUrl: Type.Optional(Type.String()),
  capabilities: Type.Object({
    streaming: Type.Boolean(),
    pushNotifications: Type.Boolean(),
    extendedAgentCard: Type.Boolean(),
    extensions: Type.Optional(
      Type.Array(
        Type.Object({
          uri: Type.String(),
          description: Type.Optional(Type.String()),
          params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    ),
  }),
  securitySchemes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  securityRequirements: Type.Optional(Type.Array(Type.Unknown())),
  defaultInputModes: Type.Array(Type.String()),
  defaultOutputModes: Type.Array(Type.String()),
  skills: Type.Array(
    Type.Object({
      id: Word("skill"),
      name: Type.String(),
      description: Type.String(),
      tags: Type.Array(Type.String()),
      examples: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  signatures: Type.Optional(
    Type.Array(
      Type.Object({ protected: Type.String(), signature: Word("digest") }),
    ),
  ),
});
export type AgentCard = Static<typeof AgentCardSchema>;

export type CardSkill = AgentCard["skills"][number];

/** Media types of message parts: common ones by name, whole families by range. */
const INPUT_MODES = [
  "text/plain",
  "application/json",
  "text/*",
  "image/*",
  "audio/*",
  "video/*",
  "application/octet-stream",
  "application/pdf",
  "application/rtf",
  "application/xml",
  "application/zip",
  "application/gzip",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
];

const ACCEPTED_TYPES = new Set(INPUT_MODES);

/** True if the card offers this media type for a message part. */
export function isInputMode(mediaType: string): boolean {
  const essence = (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
  const [family, subtype] = essence.split("/");
  if (!family || !subtype || subtype === "*") return false;
  return ACCEPTED_TYPES.has(essence) || ACCEPTED_TYPES.has(`${family}/*`);
}

const SKILLS: CardSkill[] = [
  {
    id: "send_message",
    name: "Reach a person or an agent",
    description:
      'Starts a conversation with an address, or continues one. Name recipients in metadata.svc.to; without one, the service\'s own agent "hello" is addressed.',
    tags: ["messaging", "inbox", "conversation"],
    examples: ["Ask bob whether he can review a contract by Friday."],
  },
  {
    id: "paid_request",
    name: "Ask with a price",
    description:
      "Attaches a price in USDC (metadata.svc.price) that is held until the addressee signs a receipt: on acceptance, on a reply, or when a stated action happened.",
    tags: ["payment", "escrow", "usdc"],
    examples: ["Offer 5.00 USDC for an answer."],
  },
  {
    id: "follow_conversations",
    name: "Follow conversations",
    description:
      "Reads, lists and cancels the conversations that the caller takes part in, with their state, price and files.",
    tags: ["tasks", "history"],
    examples: ["List the tasks that wait for an answer."],
  },
];

/** The x402 extension of A2A, as its specification names it. */
export const PAYMENTS_EXTENSION =
  "https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2";

const PAYMENTS = {
  uri: PAYMENTS_EXTENSION,
  description:
    "A task with a price in USDC waits for what a wallet signs, in x402.payment.* of the metadata.",
};

/** True if a price may be held on a chain. */
export function takesWallets({ rails }: Pick<Settings, "rails">): boolean {
  return rails.includes("x402");
}

/** The service's own public card. */
export function publicCard(settings: Settings): AgentCard {
  const { baseUrl, addressDomain } = settings;
  return {
    name: "Conversation Inbox",
    description:
      "An inbox where people and software agents accept paid requests, reply and finish work on shared conversations. Each conversation is an A2A task.",
    version: packageJson.version,
    supportedInterfaces: [
      {
        url: `${baseUrl}/a2a`,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
      },
    ],
    provider: { organization: addressDomain, url: baseUrl },
    documentationUrl: `${baseUrl}/docs`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: true,
      ...(takesWallets(settings) && { extensions: [{ ...PAYMENTS }] }),
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          description: "An agent credential: Bearer svc_…",
          scheme: "Bearer",
        },
      },
    },
    // Never an empty list: SDK 1.3.0 signs and verifies cards without them.
    securityRequirements: [
      {
        schemes: {
          bearer: { list: ["conversations:read", "conversations:write"] },
        },
      },
    ],
    defaultInputModes: [...INPUT_MODES],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: SKILLS.map((skill) => ({ ...skill })),
  };
}

/** A card with it belongs to a service that takes signed requests. */
export const FEDERATION_EXTENSION = "urn:conversation-inbox:federation:v1";

const FEDERATION = {
  uri: FEDERATION_EXTENSION,
  description:
    "Requests that another service signs in the name of its address are taken.",
};

/**
 * The card of the HTTP+JSON binding. It is a card of its own, because all interfaces of one
 * card have the same functions (A2A 5.1), and JSON-RPC neither streams nor pushes here.
 */
export function fullCard(
  card: AgentCard,
  settings: Settings,
  payout?: CardPayout,
): AgentCard {
  const { baseUrl, federation } = settings;
  const pinned = payout ? [payoutExtension(payout)] : [];
  const own = federation.mode === "closed" ? [] : [FEDERATION, ...pinned];
  const extensions = [...(card.capabilities.extensions ?? []), ...own];
  return {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((it) => ({
      ...it,
      url: `${baseUrl}/a2a/v1`,
      protocolBinding: "HTTP+JSON",
    })),
    capabilities: {
      ...card.capabilities,
      streaming: true,
      pushNotifications: true,
      ...(extensions.length > 0 && { extensions }),
    },
  };
}

/** The card of JSON-RPC, which names the other one by an extension. */
export function leadingToFull(card: AgentCard, url: string): AgentCard {
  const { capabilities } = card;
  const full = {
    uri: "urn:conversation-inbox:full-card:v1",
    description:
      "The same agent over HTTP+JSON, with streaming: the URL of its card.",
    params: { url },
  };
  const extensions = [...(capabilities.extensions ?? []), full];
  return { ...card, capabilities: { ...capabilities, extensions } };
}

/** The extension of an extended card: its address leads to its description. */
export const ACCOUNT_EXTENSION_PATH = "/ext/account/v1";

/** Facts in addition to a public card, for signed-in callers. */
export interface AccountFacts {
  readonly address: string | null;
  /** The card's address for clients that cannot find its host. */
  readonly agentCardByPath?: string;
  readonly displayName: string;
  readonly prices: readonly unknown[];
  readonly privateSkillIds: readonly string[];
}

/** A card with the owner's prices and the limits. */
export function withFacts(
  card: AgentCard,
  { baseUrl }: Settings,
  facts: AccountFacts,
): AgentCard {
  const { address, agentCardByPath, displayName, prices, privateSkillIds } =
    facts;
  const account = {
    uri: baseUrl + ACCOUNT_EXTENSION_PATH,
    description: "The account, what it asks to be reached, and the limits.",
    params: {
      ...(address !== null && { address }),
      ...(agentCardByPath && { agentCardByPath }),
      displayName,
      prices,
      ...(privateSkillIds.length > 0 && { privateSkillIds }),
      limits: CARD_LIMITS,
    },
  };
  const shared = card.capabilities.extensions ?? [];
  return {
    ...card,
    capabilities: { ...card.capabilities, extensions: [...shared, account] },
  };
}

const CARD_LIMITS = {
  requestBytesMax: LIMITS.requestBytesMax,
  fileRequestBytesMax: LIMITS.fileRequestBytesMax,
  batchCallsMax: LIMITS.batchCallsMax,
  textCharsMax: LIMITS.textCharsMax,
  partsMax: LIMITS.partsMax,
  recipientsMax: LIMITS.recipientsMax,
  titleCharsMax: LIMITS.titleCharsMax,
  reasonCharsMax: LIMITS.reasonCharsMax,
  messagesMax: LIMITS.messagesMax,
  artifactsPerConversationMax: LIMITS.artifactsPerConversationMax,
  pageMax: LIMITS.a2aPageMax,
};
