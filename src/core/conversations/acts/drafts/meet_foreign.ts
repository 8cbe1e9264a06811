import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { isMember } from "../../../access/principal.ts";
import {
  isCardUrl,
  parseRecipient,
  splitAddress,
} from "../../../addresses/address.ts";
import type { ForeignAccount } from "../../../addresses/foreign/foreign_store.ts";
import { foreignStore } from "../../../addresses/foreign/foreign_store.ts";
import { foreignAt, keepForeign } from "../../../addresses/foreign/known.ts";
import { resolveText } from "../../../addresses/resolve.ts";
import { foreignName } from "../../../agents/display_name.ts";
import type { Offer } from "../../../agents/offers/offer.ts";
import {
  chooseInterface,
  isFederatedCard,
  needsSignIn,
} from "../../../agents/remote/calls/choose_interface.ts";
import { pinnedPayout } from "../../../agents/remote/pinned_payout.ts";
import type { RemoteCard } from "../../../agents/remote/remote_card.ts";
import { fetchRemoteCard } from "../../../agents/remote/remote_card.ts";
import {
  fetchOffers,
  metOffers,
} from "../../../agents/remote/remote_offers.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { findCard } from "../../../federation/find_card.ts";
import { refusedDomain, standingOfDomain } from "../../../federation/policy.ts";
import { accountStore } from "../../../identity/accounts_store.ts";
import { dueStore } from "../store/due_store.ts";
import { conversationStore } from "../store/store.ts";
import type { ComposeInput } from "./compose.ts";

/** Cards that were read before a submit, by the address that led to each, with an ordered offer. */
export type Met = ReadonlyMap<
  string,
  RemoteCard & { offer?: Offer | undefined }
>;

/** Without a recipient elsewhere. */
export const NOBODY_MET: Met = new Map();

/** The recipients of an input as written. */
export function recipientsIn(
  input: Pick<ComposeInput, "to" | "cc" | "bcc">,
): readonly string[] {
  return [input.to, input.cc, input.bcc].flatMap((it) => it ?? []).map(read);
}

/** A wrong one stays as it is: the draft refuses it at its place. */
function read(text: string): string {
  try {
    return parseRecipient(text);
  } catch {
    return text;
  }
}

/** True if one of these may be at another service, which has to be asked. */
export function mayBeForeign(
  { settings }: Pick<QueryCall, "settings">,
  addresses: readonly string[],
): boolean {
  const isClosed = settings.federation.mode === "closed";
  return addresses.some(
    (it) => isCardUrl(it) || (!isClosed && !isOwnDomain(settings, it)),
  );
}

function isOwnDomain(
  { addressDomain }: QueryCall["settings"],
  address: string,
): boolean {
  return splitAddress(address).domain === addressDomain;
}

/**
 * Reads the cards of recipients whose inbox is elsewhere, unless they were read lately
 * (`keptMs`). Asks other servers, so never while anything is locked.
 * @throws url_refused, card_unreachable, card_invalid, domain_refused
 */
export async function meetForeign(
  call: QueryCall,
  addresses: readonly string[],
  keptMs: number = LIMITS.foreignCardKeptMs,
): Promise<Met> {
  // A sender elsewhere writes only to those here: nothing is fetched for them.
  const isFromElsewhere = call.member.origin !== undefined;
  if (isFromElsewhere || !mayBeForeign(call, addresses)) return NOBODY_MET;
  const met = new Map<string, RemoteCard>();
  for (const address of new Set(addresses)) {
    if (isOwnDomain(call.settings, address)) continue;
    const known = await foreignAt(call, address);
    if (known && call.now < known.readAt + keptMs) continue;
    const found = await usable(call, () =>
      isCardUrl(address)
        ? cardAtUrl(call, address)
        : cardOfAddress(call, address),
    );
    if (found) met.set(address, found);
  }
  return met;
}

type Asking = Pick<ComposeInput, "to" | "cc" | "bcc" | "offerId"> & {
  readonly submit?: boolean;
};

/** An empty answer for a draft that is neither sent nor an order, or whose recipients are here. */
export function unasked(input: Asking, call: QueryCall): Met | undefined {
  const isAsking = input.submit || typeof input.offerId === "string";
  const isMet = isAsking && mayBeForeign(call, recipientsIn(input));
  return isMet ? undefined : NOBODY_MET;
}

/** Meets the recipients of a draft, and reads the offer that it orders at another service. */
export async function meetForDraft(
  input: Asking,
  call: QueryCall,
): Promise<Met> {
  const met = await meetForeign(call, recipientsIn(input));
  const [seller] = recipientsIn(input);
  const { offerId } = input;
  if (typeof offerId !== "string" || seller === undefined) return met;
  const { found, offers } = await offersElsewhere(call, seller, offerId);
  if (!found) return met;
  return new Map([...met, [seller, { ...found, offer: offers[0]?.offer }]]);
}

/**
 * The card of an address at another service; if that is of our kind and its card is signed, with
 * what it sells.
 * @throws as {@linkcode meetForeign}
 */
export async function offersElsewhere(
  call: QueryCall,
  address: string,
  offerId?: string,
) {
  const found = (await meetForeign(call, [address], 0)).get(address);
  const isOurs = found?.signature === "valid" && isFederatedCard(found);
  return {
    found,
    offers: isOurs ? await fetchOffers(call, found, offerId) : [],
  };
}

async function cardAtUrl(call: QueryCall, url: string): Promise<RemoteCard> {
  const { domain } = splitAddress(url);
  const standing = await standingOfDomain(call, domain);
  if (standing === "blocked") throw refusedDomain(domain);
  return await fetchRemoteCard(call, url);
}

/** The card of an address at an allowed domain; undefined for a mailbox. */
async function cardOfAddress(
  call: QueryCall,
  address: string,
): Promise<RemoteCard | undefined> {
  const { domain } = splitAddress(address);
  if ((await standingOfDomain(call, domain)) !== "allowed") return undefined;
  const found = await resolveText(call, address).catch(() => undefined);
  const isHere = found?.kind === "account" && !found.foreign;
  if (!found || isHere) return undefined;
  try {
    return await findCard(call, address);
  } catch (error) {
    // Of any domain, silence means a mailbox; one on the list should have answered.
    const isSilent =
      error instanceof ServiceError && error.code === "card_unreachable";
    if (isSilent && call.settings.federation.mode === "open") return undefined;
    throw error;
  }
}

/** A card that can be written to. @throws at the pointer of the recipients */
async function usable(
  call: QueryCall,
  read: () => Promise<RemoteCard | undefined>,
): Promise<RemoteCard | undefined> {
  try {
    const found = await read();
    if (!found) return undefined;
    interfaceOf(call, found);
    if (needsSignIn(found) && !isFederatedCard(found)) throw signInNeeded();
    return found;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, detail } = error;
    throw error.with({ errors: [{ pointer: "/to", code, detail }] });
  }
}

/** The same for the caller's draft as it is stored; nobody for anything else. */
export async function meetRecipients(
  call: QueryCall,
  conversationId: string,
): Promise<Met> {
  const version = await dueStore(call.db).version(conversationId);
  if (version === undefined) return NOBODY_MET;
  const draft = await conversationStore(call.db).load(conversationId, version);
  const { principal } = call.caller;
  const isTheirs =
    !isMember(principal) || principal.accountId === draft.ownerId;
  if (draft.state !== "draft" || !isTheirs) return NOBODY_MET;
  return await meetForeign(
    call,
    draft.participants.map(({ address }) => address),
  );
}

/** Adds the accounts of recipients that were met, or writes what their cards say now. */
export async function knowForeign(call: CommandCall, met: Met): Promise<void> {
  for (const [address, found] of met) {
    const known = await foreignAt(call, address);
    const account = accountOf(call, address, found, known);
    if (known) {
      call.write(foreignStore(call.db).reread(account));
    } else {
      const { accountId: id, kind, displayName, createdAt } = account;
      const own = { id, kind, displayName, createdAt, disabledAt: null };
      call.write(accountStore(call.db).insert(own));
      call.write(foreignStore(call.db).insert(account));
      const refs = { origin: account.origin };
      call.record({ chainId: id, type: "account.created", refs });
    }
    keepForeign(call, account);
    const { offer } = found;
    if (offer) metOffers.set(call, account.accountId + offer.offerId, offer);
  }
}

function accountOf(
  call: CommandCall,
  address: string,
  found: RemoteCard,
  known: ForeignAccount | undefined,
): ForeignAccount {
  const { card, url, signature, fetchedAt } = found;
  const isFederated = isFederatedCard(found);
  return {
    accountId: known?.accountId ?? call.newId("account"),
    // A service of our kind does not say who reads at an address of it.
    kind: isFederated && !isCardUrl(address) ? "person" : "agent",
    displayName: known?.displayName ?? nameOfCard(address, card.name),
    disabledAt: known?.disabledAt ?? null,
    address,
    origin: new URL(url).origin,
    cardUrl: url,
    signature,
    isFederated,
    ...interfaceOf(call, found),
    canPush: card.capabilities.pushNotifications,
    ...(pinnedPayout(found, call.settings.chain?.place) ?? UNPAID),
    readAt: fetchedAt,
    createdAt: known?.createdAt ?? call.now,
  };
}

const UNPAID = { payout: null, operator: null };

/** The card's own name, without marks, unless it is one that only this service gives. */
export function nameOfCard(address: string, name: string): string {
  const own = isCardUrl(address) ? splitAddress(address).domain : address;
  return foreignName(name) ?? own;
}

/** @throws card_invalid if the agent speaks none of our bindings */
function interfaceOf(
  { outside }: QueryCall,
  found: RemoteCard,
): Pick<ForeignAccount, "url" | "binding" | "tenant"> {
  const chosen = chooseInterface(outside, found);
  if (chosen) return chosen;
  throw new ServiceError("card_invalid", {
    detail: told`Cannot write to this agent: its card offers neither JSON-RPC nor HTTP+JSON of A2A 1.0 at its own address.`,
  });
}

function signInNeeded(): ServiceError {
  return new ServiceError("card_invalid", {
    detail: told`Cannot write to this agent: it only answers callers that have signed in with it.`,
  });
}
