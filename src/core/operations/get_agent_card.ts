import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { CARD_PATH } from "../addresses/present.ts";
import type { AddressedAgent } from "../agents/account_card.ts";
import type { AgentCard } from "../agents/card.ts";
import { AgentCardSchema } from "../agents/card.ts";
import { readCardUrl } from "../agents/card_url.ts";
import { agentAt, agentNamed } from "../agents/find_agent.ts";
import { fetchRemoteCard } from "../agents/remote/remote_card.ts";
import type { CardForm } from "../agents/signed_cards.ts";
import {
  signedAccountCard,
  signedServiceCard,
} from "../agents/signed_cards.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, filled } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const INPUT = closed({
  agentId: Type.Optional(
    filled(
      "An agent of this service: its local-part, address or account id. Send either agentId or url.",
      LIMITS.addressCharsMax,
    ),
  ),
  url: Type.Optional(
    filled(
      "URL of an agent card, or of the host that has it.",
      LIMITS.uriCharsMax,
    ),
  ),
  extended: Type.Optional(
    Type.Boolean({
      description:
        "True adds prices, limits and private skills to a card from this service.",
    }),
  ),
});

/** Reads an agent card by name or by address. */
export const getAgentCard = defineQuery({
  name: "get_agent_card",
  title: "Read an agent card",
  description:
    "Read the A2A agent card of one agent: what it can do and where to reach it. Write to an agent of this service with svc.create_conversation.",
  access: MEMBER,
  scope: "agents:discover",
  input: INPUT,
  output: AgentCardSchema,
  tool: { destructive: false, idempotent: true, openWorld: true },
  async run({ agentId, url, extended = false }, call) {
    if (agentId !== undefined && url === undefined) {
      return await cardOf(call, agentNamed(call, agentId), { extended });
    }
    if (url === undefined || agentId !== undefined) throw oneOfTwo();
    return await cardAt(call, url, extended);
  },
});

async function cardOf(
  call: QueryCall,
  agent: Promise<AddressedAgent>,
  form: CardForm,
): Promise<AgentCard> {
  return await signedAccountCard(call, await agent, form);
}

async function cardAt(
  call: QueryCall,
  text: string,
  extended: boolean,
): Promise<AgentCard> {
  const found = readCardUrl(call.settings, text);
  switch (found.kind) {
    case "service":
      return await signedServiceCard(call, { extended, full: found.full });
    case "account": {
      const { localPart, full } = found;
      return await cardOf(call, agentAt(call, localPart), { extended, full });
    }
    case "nobody":
      throw new ServiceError("account_not_found", {
        detail: told`Cannot find an agent card at this address.`,
      });
    case "foreign":
      return await foreignCard(call, found.url);
  }
}

/** Reads a card from another host, which vouches for it; a wrong signature is worse than none. */
async function foreignCard(call: QueryCall, url: URL): Promise<AgentCard> {
  const at = url.pathname === "/" ? new URL(CARD_PATH, url) : url;
  const { card, signature } = await fetchRemoteCard(call, at.href);
  if (signature !== "invalid") return card;
  throw new ServiceError("card_invalid", {
    detail: told`Cannot trust the agent card: its signature is invalid.`,
  });
}

function oneOfTwo(): ServiceError {
  const detail = told`send either agentId or url`;
  return new ServiceError("invalid_input", {
    detail: told`Cannot tell which card: ${detail}.`,
    errors: [{ pointer: "/agentId", code: "one_of", detail }],
  });
}
