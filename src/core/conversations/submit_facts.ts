import { splitAddress } from "../addresses/address.ts";
import { blockedBy } from "../addresses/blocked.ts";
import type { ContactType } from "../addresses/contact_types.ts";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { mayWriteFrom } from "../addresses/from_address.ts";
import { looksLike } from "../addresses/look_alike.ts";
import type { QueryCall } from "../context.ts";
import { canonicalJson, sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { spendingStore } from "../payments/spending_store.ts";
import type { Member } from "../principal.ts";
import type { SubmitFacts } from "../review/rules.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import type { Conversation, Participant } from "./model.ts";
import { reviewStore } from "./review_store.ts";

/** Everything that the rules of a submit judge, gathered in the caller's name. */
export async function submitFacts(
  call: QueryCall,
  conversation: Conversation,
): Promise<SubmitFacts> {
  const { member } = call;
  const { ownerId, price, fromAddress, artifacts, firstUse } = conversation;
  const accounts = accountsIn(conversation);
  const outsiders = conversation.participants.filter(
    (it) => it.accountId === null,
  );
  const strangers = await strangersAmong(call, ownerId, accounts);
  const closer = await closerTo(call, conversation);
  return {
    byAgent: member.kind === "agent",
    fromIsOwn: await mayWriteFrom(call, fromAddress),
    artifacts,
    price,
    perPayment: member.perPayment ?? null,
    leftToday: await leftToday(call),
    autoLimit: call.settings.agentAutoLimit,
    strangers: addressesOf(strangers),
    mayMeet: has(member, "contacts:new"),
    saysFirstUse: firstUse === true && accounts.length > 0,
    metThisHour: await metThisHour(call, ownerId, strangers.length),
    meetsPerHour: LIMITS.agentMeetsPerHour,
    outsiders: addressesOf(outsiders),
    maySendOutward: has(member, "outward:send"),
    blocked: await blockedBy(call, {
      senderId: ownerId,
      recipientIds: accounts.map((it) => it.accountId),
    }),
    lookAlikes: lookAlikesAmong(call, conversation),
    closer: addressesOf(accounts.filter((it) => closer.has(it.accountId))),
  };
}

/**
 * The exact action that a review judges: what goes to whom, for how much. It
 * holds no word of the message, but its digest.
 */
export function submitAction(
  conversation: Conversation,
): Readonly<Record<string, unknown>> {
  const { id, fromAddress, title, price, release, releaseAction } =
    conversation;
  return {
    act: "submit",
    conversationId: id,
    from: fromAddress,
    title,
    recipients: conversation.participants.slice(1).map((it) => ({
      role: it.role,
      address: it.address,
      account: it.accountId !== null,
    })),
    price: String(price),
    release,
    ...(releaseAction && { releaseAction }),
    contactType: conversation.contactType,
    messages: conversation.messages.map(({ id: messageId, parts }) => ({
      messageId,
      sha256: sha256(canonicalJson({ parts })),
    })),
    artifacts: conversation.artifacts.map(
      ({ id: artifactId, name, sha256: hash }) => ({
        artifactId,
        name,
        sha256: hash,
      }),
    ),
  };
}

/**
 * Accounts that the sender claims to be closer to than they know of: a new
 * contact privilege (decisions.md D, contactType).
 */
export async function closerTo(
  call: QueryCall,
  conversation: Conversation,
): Promise<ReadonlySet<string>> {
  const closer = new Set<string>();
  const { ownerId, contactType } = conversation;
  if (!isPrivilege(contactType)) return closer;
  const store = contactStore(call.db);
  for (const { accountId } of accountsIn(conversation)) {
    const known = await store.ofAccount(accountId, ownerId);
    if (isCloser(contactType, known?.contactType)) closer.add(accountId);
  }
  return closer;
}

function isPrivilege(contactType: ContactType): boolean {
  return contactType !== "everyone" && contactType !== "promotions";
}

function isCloser(claimed: ContactType, known: ContactType | undefined) {
  if (!known) return true;
  return CONTACT_TYPES.indexOf(claimed) < CONTACT_TYPES.indexOf(known);
}

type AccountSeat = Participant & { readonly accountId: string };

/** Recipients that are somebody's accounts; the service's own agents are not. */
function accountsIn({ participants }: Conversation): readonly AccountSeat[] {
  return participants
    .slice(1)
    .filter(
      (it): it is AccountSeat => it.accountId !== null && it.kind !== "service",
    );
}

async function strangersAmong(
  { db }: QueryCall,
  ownerId: string,
  accounts: readonly AccountSeat[],
): Promise<readonly AccountSeat[]> {
  const store = contactStore(db);
  const strangers: AccountSeat[] = [];
  for (const it of accounts) {
    if (!(await store.ofAccount(ownerId, it.accountId))) strangers.push(it);
  }
  return strangers;
}

async function metThisHour(
  { db, now, member }: QueryCall,
  ownerId: string,
  more: number,
): Promise<number> {
  // Nobody counts what a person does, nor what meets no one.
  if (member.kind !== "agent" || more === 0) return more;
  return more + (await reviewStore(db).metSince(ownerId, now - HOUR_MS));
}

async function leftToday({
  db,
  member,
  now,
}: QueryCall): Promise<number | null> {
  const { credentialId, perDay } = member;
  if (perDay === undefined || credentialId === undefined) return null;
  const day = Math.floor(now / DAY_MS);
  return Math.max(
    0,
    perDay - (await spendingStore(db).spent(credentialId, day)),
  );
}

function lookAlikesAmong(
  { settings }: QueryCall,
  { participants }: Conversation,
): readonly string[] {
  return participants
    .slice(1)
    .map((it) => it.address)
    .filter((address) =>
      looksLike(splitAddress(address).domain, settings.addressDomain),
    );
}

function has({ scopes }: Member, scope: string): boolean {
  return scopes === null || scopes.includes(scope);
}

function addressesOf(seats: readonly Participant[]): readonly string[] {
  return seats.map((it) => it.address);
}
