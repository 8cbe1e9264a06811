import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import { entryFor } from "../../../addresses/acquaintance.ts";
import { splitAddress } from "../../../addresses/address.ts";
import { mayWriteFrom } from "../../../addresses/from_address.ts";
import { looksLike } from "../../../addresses/look_alike.ts";
import { sha256 } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import { HOUR_MS } from "../../../base/time.ts";
import { leftToday } from "../../../payments/spending.ts";
import type { SubmitFacts } from "../../../review/facts.ts";
import type { Action } from "../../model/acts.ts";
import { isOutside } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recipientsOf } from "../../model/model.ts";
import {
  newPayee,
  paidTo,
  spendingFacts,
  unnamedFacts,
} from "../../model/paid_to.ts";
import { contentDigest } from "../../model/parts.ts";
import type { Recipient } from "../../model/payee.ts";
import { accountRecipients } from "../../model/payee.ts";
import { askedDeadlines } from "../../model/terms/deadlines.ts";
import { closerAmong, isBlocked } from "../admission/admission.ts";
import { reviewStore } from "../store/review_store.ts";
import { wasSent } from "../store/views_store.ts";
import { carriedBy, judgedIn } from "../thread/added_files.ts";

/** How a draft is judged. */
export interface Judging {
  /** True for a trial: leaves out blocks, since a trial leaves no trace. */
  readonly isTrial?: boolean;
}

/** Gathers the facts that the rules of a submit judge, for the caller. */
export async function submitFacts(
  call: QueryCall,
  conversation: Conversation,
  { isTrial = false }: Judging = {},
): Promise<SubmitFacts> {
  const { member } = call;
  const { ownerId, price, rail, fromAddress, firstUse } = conversation;
  const accounts = accountRecipients(conversation);
  const outsiders = conversation.participants.filter(isOutside);
  const strangers = await strangersAmong(call, ownerId, accounts);
  return {
    byAgent: member.kind === "agent",
    fromIsOwn: await mayWriteFrom(call, fromAddress),
    artifacts: [...conversation.artifacts, ...judgedIn(conversation.messages)],
    ...(await spendingFacts(call, conversation, paidTo(conversation), {
      price,
      added: price,
    })),
    leftToday: await leftToday(call, rail),
    ...(await unnamedFacts(call, conversation)),
    newPayee: await newPayee(call, conversation),
    strangers: addressesOf(strangers),
    mayMeet: hasScope(member, "contacts:new"),
    // Once sent, it is no first message.
    saysFirstUse:
      firstUse === true && accounts.length > 0 && !wasSent(conversation),
    metThisHour: await metThisHour(call, ownerId, strangers.length),
    meetsPerHour: LIMITS.agentMeetsPerHour,
    outsiders: addressesOf(outsiders),
    maySendOutward: hasScope(member, "outward:send"),
    blocked: !isTrial && (await isBlocked(call, conversation)),
    lookAlikes: lookAlikesAmong(call, conversation),
    closer: await closerAmong(call, conversation),
  };
}

/**
 * The exact action that a review judges: content, recipients and price. It contains the
 * digest of the message, not its text.
 */
export function submitAction(conversation: Conversation): Action<"submit"> {
  const { id, fromAddress, title, price, release, releaseAction } =
    conversation;
  const files = carriedBy(conversation.messages);
  const terms = askedDeadlines(conversation);
  return {
    act: "submit",
    conversationId: id,
    from: fromAddress,
    title,
    recipients: recipientsOf(conversation).map((it) => ({
      role: it.role,
      address: it.address,
      account: it.accountId !== null,
      ...(it.accountId !== null && { holder: holderOf(id, it.accountId) }),
    })),
    price: String(price),
    release,
    ...(releaseAction && { releaseAction }),
    ...(terms && { terms }),
    contactType: conversation.contactType,
    messages: conversation.messages.map((message) => ({
      messageId: message.id,
      sha256: contentDigest(message),
    })),
    artifacts: conversation.artifacts.map(
      ({ id: artifactId, name, sha256: hash }) => ({
        artifactId,
        name,
        sha256: hash,
      }),
    ),
    ...(files.length > 0 && { files }),
  };
}

/**
 * Identifies the account behind an address, so that an approval for one does not apply to
 * another that has the address later. The id is valid in this conversation only, so that it
 * does not link an account's addresses.
 */
function holderOf(conversationId: string, accountId: string): string {
  return sha256(`${conversationId} ${accountId}`);
}

async function strangersAmong(
  call: QueryCall,
  ownerId: string,
  accounts: readonly Recipient[],
): Promise<readonly Recipient[]> {
  const strangers: Recipient[] = [];
  for (const it of accounts) {
    if (!(await entryFor(call, ownerId, it.accountId))) strangers.push(it);
  }
  return strangers;
}

async function metThisHour(
  { db, now, member }: QueryCall,
  ownerId: string,
  more: number,
): Promise<number> {
  // Submits by a person, or to no new account, do not count towards the hour.
  if (member.kind !== "agent" || more === 0) return more;
  return more + (await reviewStore(db).metSince(ownerId, now - HOUR_MS));
}

function lookAlikesAmong(
  { settings }: QueryCall,
  conversation: Conversation,
): readonly string[] {
  return recipientsOf(conversation)
    .map((it) => it.address)
    .filter((address) =>
      looksLike(splitAddress(address).domain, settings.addressDomain),
    );
}

function addressesOf(participants: readonly Participant[]): readonly string[] {
  return participants.map((it) => it.address);
}
