import type { Settings } from "../access/context.ts";
import { agentCardByPath, freeAddressOf } from "../addresses/present.ts";
import { pricesOf } from "../addresses/prices.ts";
import type { StoredSkill } from "../db/tables/agents_schema.ts";
import type { Agent } from "./agent_store.ts";
import type { AgentCard, CardSkill } from "./card.ts";
import { publicCard, withFacts } from "./card.ts";
import { offerSkill } from "./offers/offer_skills.ts";

/** An agent with an address, and so with a card. */
export interface AddressedAgent extends Agent {
  readonly localPart: string;
}

/**
 * The card of one account or service agent (A2A 4.4.1). A request with its tenant reaches the
 * account.
 */
export function accountCard(
  settings: Settings,
  agent: AddressedAgent,
): AgentCard {
  const card = publicCard(settings);
  const { displayName, localPart, description, version } = agent;
  const address = freeAddressOf(settings, localPart);
  return {
    ...card,
    name: displayName,
    description: description || `The inbox of ${displayName} at ${address}.`,
    version: `1.${version}.0`,
    supportedInterfaces: card.supportedInterfaces.map((it) => ({
      ...it,
      tenant: localPart,
    })),
    skills: publicSkills(agent),
  };
}

/** The same for signed-in callers, with prices, limits and private skills. */
export function extendedAccountCard(
  settings: Settings,
  agent: AddressedAgent,
): AgentCard {
  const card = accountCard(settings, agent);
  const hidden = agent.skills.filter((it) => it.private);
  const isOnlyHidden = agent.skills.length === hidden.length;
  const own = isOnlyHidden && agent.offers.length === 0 ? [] : card.skills;
  return withFacts(
    {
      ...card,
      skills: hidden.length > 0 ? [...own, ...hidden.map(shown)] : card.skills,
    },
    settings,
    factsOf(settings, agent),
  );
}

/** The fields of an extended card about an account, with or without an address. */
export function factsOf(settings: Settings, agent: Agent) {
  const { displayName, localPart, skills } = agent;
  return {
    address: localPart === null ? null : freeAddressOf(settings, localPart),
    ...(localPart !== null && agentCardByPath(settings, localPart)),
    displayName,
    prices: pricesOf(agent),
    privateSkillIds: skills.filter((it) => it.private).map(({ id }) => id),
  };
}

/** The public skills, with an offer for each that it sells: a card has at least one. */
export function publicSkills({
  displayName,
  skills,
  offers,
}: Pick<Agent, "displayName" | "skills" | "offers">): CardSkill[] {
  const sold = new Set(offers.map(({ offerId }) => offerId));
  const open = skills.filter((it) => !it.private && !sold.has(it.id));
  if (open.length > 0 || offers.length > 0) {
    return [...open.map(shown), ...offers.map(offerSkill)];
  }
  return [
    {
      id: "receive_message",
      name: "Receive a message",
      description: `Opens a conversation with ${displayName}.`,
      tags: ["messaging", "inbox"],
    },
  ];
}

/** Keeps only the members that A2A 4.4.5 names: an unknown one would break the signature. */
function shown({ private: _ours, tags, examples, ...skill }: StoredSkill) {
  return {
    ...skill,
    tags: [...tags],
    ...(examples && { examples: [...examples] }),
  };
}
