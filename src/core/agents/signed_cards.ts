import type { Core, QueryCall } from "../access/context.ts";
import type { AddressedAgent } from "./account_card.ts";
import { accountCard, extendedAccountCard, factsOf } from "./account_card.ts";
import type { AgentCard } from "./card.ts";
import { publicCard, withFacts } from "./card.ts";
import { loadAgent } from "./load_agent.ts";

type Signing = Pick<Core, "settings" | "signer">;

/**
 * A card with its signatures (A2A 8.4): one over all of it, and one over the form that SDK
 * 1.3.0 parses, without the schemes. Verifiers accept either.
 */
async function signed(
  { settings, signer }: Signing,
  card: AgentCard,
): Promise<AgentCard> {
  const jku = `${settings.baseUrl}/.well-known/jwks.json`;
  const { securitySchemes: _lost, ...parsed } = card;
  const signatures = [
    await signer.signCard(card, jku),
    await signer.signCard(parsed, jku),
  ];
  return { ...card, signatures: signatures.map((it) => ({ ...it })) };
}

/** The signed card of an account. */
export async function signedAccountCard(
  call: QueryCall,
  agent: AddressedAgent,
  extended: boolean,
): Promise<AgentCard> {
  const make = extended ? extendedAccountCard : accountCard;
  return await signed(call, make(call.settings, agent));
}

/**
 * The service's own signed card; extended, with the facts for the signed-in account (A2A
 * 3.1.11).
 * @throws account_not_found
 */
export async function signedServiceCard(
  call: QueryCall,
  extended: boolean,
): Promise<AgentCard> {
  const { settings } = call;
  const card = publicCard(settings);
  if (!extended) return await signed(call, card);
  const facts = factsOf(settings, await loadAgent(call));
  return await signed(call, withFacts(card, settings, facts));
}
