import type { Core, QueryCall } from "../access/context.ts";
import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { perDatabase } from "../db/per_database.ts";
import type { AddressedAgent } from "./account_card.ts";
import { accountCard, extendedAccountCard, factsOf } from "./account_card.ts";
import type { AgentCard } from "./card.ts";
import { publicCard, withFacts } from "./card.ts";
import { loadAgent } from "./load_agent.ts";

type Signing = Pick<Core, "settings" | "signer">;

/**
 * A card with its signatures (A2A 8.4): one over all of it, and one over what
 * SDK 1.3.0 makes of a card that it has parsed, which has lost the schemes.
 * Verifiers take either.
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

interface Kept {
  /** What the card says beyond this process's own code and settings. */
  readonly stamp: string;
  readonly card: AgentCard;
}

/**
 * Signed cards by agent. A kept one is given while its agent is still the same,
 * which the caller has just read: right in any number of processes.
 */
const kept = perDatabase(
  () =>
    new BoundedCache<string, Kept>(
      LIMITS.signedCardsKeptCharsMax,
      "signed_cards",
    ),
);

/** The signed card of an account; the same object as long as it is the same card. */
export async function signedAccountCard(
  call: QueryCall,
  agent: AddressedAgent,
  extended: boolean,
): Promise<AgentCard> {
  const { accountId, version, displayName, localPart } = agent;
  const make = extended ? extendedAccountCard : accountCard;
  return await keptOrSigned(call, {
    key: `${accountId} ${extended}`,
    stamp: `${version} ${localPart} ${displayName}`,
    make: () => make(call.settings, agent),
  });
}

/**
 * The service's own signed card; extended, with what concerns the signed-in
 * account (A2A 3.1.11).
 * @throws account_not_found
 */
export async function signedServiceCard(
  call: QueryCall,
  extended: boolean,
): Promise<AgentCard> {
  const { settings } = call;
  const make = () => publicCard(settings);
  if (!extended) return await keptOrSigned(call, { key: "", stamp: "", make });
  const facts = factsOf(settings, await loadAgent(call));
  return await signed(call, withFacts(make(), settings, facts));
}

async function keptOrSigned(
  call: QueryCall,
  {
    key,
    stamp,
    make,
  }: {
    readonly key: string;
    readonly stamp: string;
    readonly make: () => AgentCard;
  },
): Promise<AgentCard> {
  const cards = kept(call.db);
  const known = cards.get(key);
  if (known?.stamp === stamp) return known.card;
  const card = await signed(call, make());
  cards.set(key, { stamp, card }, JSON.stringify(card).length);
  return card;
}
