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
import { passesFor } from "../../../agents/display_name.ts";
import {
  chooseInterface,
  isFederatedCard,
  needsSignIn,
} from "../../../agents/remote/calls/choose_interface.ts";
import type { RemoteCard } from "../../../agents/remote/remote_card.ts";
import { fetchRemoteCard } from "../../../agents/remote/remote_card.ts";
import { LIMITS } from "../../../base/limits.ts";
import { cleanLine, firstChars } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { accountStore } from "../../../identity/accounts_store.ts";
import { dueStore } from "../store/due_store.ts";
import { conversationStore } from "../store/store.ts";
import type { ComposeInput } from "./compose.ts";

/** Cards that were read before a submit, by the address that led to each. */
export type Met = ReadonlyMap<string, RemoteCard>;

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

/** True if one of these is the URL of a card. */
export function namesForeign(addresses: readonly string[]): boolean {
  return addresses.some(isCardUrl);
}

/**
 * Reads the cards of recipients whose inbox is elsewhere, unless they were read lately
 * (`keptMs`). Asks other servers, so never while anything is locked.
 * @throws url_refused, card_unreachable, card_invalid
 */
export async function meetForeign(
  call: QueryCall,
  addresses: readonly string[],
  keptMs: number = LIMITS.foreignCardKeptMs,
): Promise<Met> {
  if (!namesForeign(addresses)) return NOBODY_MET;
  const met = new Map<string, RemoteCard>();
  for (const address of new Set(addresses.filter(isCardUrl))) {
    const known = await foreignAt(call, address);
    if (known && call.now < known.readAt + keptMs) continue;
    met.set(address, await cardAt(call, address));
  }
  return met;
}

/** A card that can be written to. @throws at the pointer of the recipients */
async function cardAt(call: QueryCall, address: string): Promise<RemoteCard> {
  try {
    const found = await fetchRemoteCard(call, address);
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
    }
    keepForeign(call, account);
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
    kind: "agent",
    displayName: known?.displayName ?? nameOf(address, card.name),
    disabledAt: known?.disabledAt ?? null,
    address,
    origin: new URL(url).origin,
    cardUrl: url,
    signature,
    isFederated,
    ...interfaceOf(call, found),
    canPush: card.capabilities.pushNotifications,
    payout: null,
    operator: null,
    readAt: fetchedAt,
    createdAt: known?.createdAt ?? call.now,
  };
}

/** The card's own name, unless it is one that only this service gives. */
function nameOf(address: string, name: string): string {
  const line = firstChars(cleanLine(name), LIMITS.nameCharsMax);
  const isTaken = line === "" || line.includes("@") || passesFor(line);
  return isTaken ? splitAddress(address).domain : line;
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
