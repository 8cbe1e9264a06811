import type { Core, QueryCall } from "../access/context.ts";
import { FULL_CARD_PATH } from "../addresses/present.ts";
import type { AddressedAgent } from "./account_card.ts";
import { accountCard, extendedAccountCard, factsOf } from "./account_card.ts";
import type { AgentCard } from "./card.ts";
import { fullCard, leadingToFull, publicCard, withFacts } from "./card.ts";
import { cardPayout } from "./card_payout.ts";
import { loadAgent } from "./load_agent.ts";
import { trackRecordOf, withRecord } from "./record/track_record.ts";

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

/** The form of a card: for whom, and of which binding. */
export interface CardForm {
  /** With the facts for signed-in callers. */
  readonly extended?: boolean | undefined;
  /** That of HTTP+JSON; that of JSON-RPC otherwise. */
  readonly full?: boolean | undefined;
}

/** The signed card of an account. */
export async function signedAccountCard(
  call: QueryCall,
  agent: AddressedAgent,
  { extended, full }: CardForm = {},
): Promise<AgentCard> {
  const { settings } = call;
  const make = extended ? extendedAccountCard : accountCard;
  const record = await trackRecordOf(call, agent);
  const card = withRecord(make(settings, agent), record);
  const url = `${settings.baseUrl}/@${agent.localPart}/agent-card.full.json`;
  const shown = full
    ? fullCard(card, settings, await cardPayout(call, agent.accountId))
    : leadingToFull(card, url);
  return await signed(call, shown);
}

/**
 * The service's own signed card; extended, with the facts for the signed-in account (A2A
 * 3.1.11).
 * @throws account_not_found
 */
export async function signedServiceCard(
  call: QueryCall,
  { extended, full }: CardForm = {},
): Promise<AgentCard> {
  const { settings } = call;
  const own = publicCard(settings);
  const card = extended
    ? withFacts(own, settings, factsOf(settings, await loadAgent(call)))
    : own;
  const url = settings.baseUrl + FULL_CARD_PATH;
  const shown = full ? fullCard(card, settings) : leadingToFull(card, url);
  return await signed(call, shown);
}
