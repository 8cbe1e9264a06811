import type { Actor } from "../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../access/context.ts";
import { digestOf } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import { HOUR_MS } from "../../base/time.ts";
import { credentialStore } from "../../identity/credentials_store.ts";
import { balanceOf } from "../../payments/ledger.ts";
import type { Review } from "../../review/review.ts";
import { objectionsOf } from "../../review/review.ts";
import type { Action } from "../model/acts.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  PendingMessage,
  Requester,
} from "../model/model.ts";
import {
  balanceWords,
  shownRecipients,
  shownTitle,
  usdc,
} from "./card_words.ts";
import { open, tellAsked } from "./checkpoint.ts";

/** What is put before a person: in plain words, and to the letter. */
export interface Card {
  readonly title: string;
  readonly summary: string;
  readonly action: Action;
}

/** Why it is asked, and who asks. */
export interface Asking {
  /** What the review found; absent for a question, which no rule asks. */
  readonly review?: Pick<Review, "reviewId" | "actionDigest" | "rules">;
  readonly askedBy: Requester;
  /** The message that is not sent before. */
  readonly pendingMessage?: PendingMessage;
}

/**
 * Asks the person behind the caller to decide, or to answer: one audience, 72 hours,
 * one use. The state is the caller's to move. The person hears of it
 * by mail as far as they want to.
 */
export async function askPerson(
  call: CommandCall,
  conversation: Conversation,
  { title, summary, action }: Card,
  { review, askedBy, pendingMessage }: Asking,
): Promise<Conversation> {
  const asked = open(call, conversation, {
    id: call.newId("checkpoint"),
    kind: review ? "review" : "input",
    title,
    summary,
    action,
    actionDigest: review?.actionDigest ?? digestOf(action),
    rules: review ? objectionsOf(review) : [],
    forAccountId: call.member.accountId,
    openedAt: call.now,
    expiresAt: call.now + LIMITS.reviewHours * HOUR_MS,
    status: "open",
    decidedBy: null,
    decidedActor: null,
    decidedAt: null,
    comment: null,
    askedBy,
    reviewId: review?.reviewId ?? null,
    pendingMessage: pendingMessage ?? null,
  });
  await tellAsked(call, conversation, asked);
  return asked;
}

/** Who asks, as their person knows them: by the name that they gave the access. */
export async function requesterOf(
  { db, member }: QueryCall,
  { address, displayName }: Participant,
): Promise<Requester> {
  const { accountId, credentialId, kind } = member;
  if (credentialId === undefined) return { address, name: displayName, kind };
  const found = await credentialStore(db).find(accountId, credentialId);
  return { address, name: found?.name ?? "An agent", kind, credentialId };
}

/** The agent that proposed what its own person is asked about. */
export function makerOf({
  forAccountId,
  askedBy,
}: Pick<Checkpoint, "forAccountId" | "askedBy">): Actor {
  return {
    kind: "agent",
    accountId: forAccountId,
    ...(askedBy?.credentialId !== undefined && {
      credentialId: askedBy.credentialId,
      name: askedBy.name,
    }),
  };
}

/** True if the caller is the agent that proposed or asked what a checkpoint is about. */
export function isMaker(
  { askedBy }: Checkpoint,
  member: QueryCall["member"],
): boolean {
  return (
    askedBy?.credentialId !== undefined &&
    askedBy.credentialId === member.credentialId
  );
}

/** The card of a submit: to whom, what, and the money before and after. */
export async function submitCard(
  call: QueryCall,
  conversation: Conversation,
  action: Card["action"],
  { name }: Requester,
): Promise<Card> {
  const { ownerId, price, participants } = conversation;
  const to = shownRecipients(participants.slice(1));
  const what = `${name} wants to send "${shownTitle(conversation)}" to ${to}.`;
  const money =
    price === 0
      ? "No money moves."
      : moneyWords(price, await balanceOf(call, ownerId));
  return {
    title: `Send to ${to}${price === 0 ? "" : ` for ${usdc(price)}`}?`,
    summary: `${what} ${money} Declining sends nothing and holds nothing.`,
    action,
  };
}

/** The card of a cancel: what ends, and where the held price goes. */
export function cancelCard(
  conversation: Conversation,
  action: Card["action"],
  { name }: Requester,
  me: Participant,
): Card {
  const { price } = conversation;
  const whose =
    me.role === "sender"
      ? "goes back to you"
      : "goes back to the sender, and you are not paid";
  return {
    title: `Cancel "${shownTitle(conversation)}"?`,
    summary: `${name} wants to cancel "${shownTitle(conversation)}". The held ${usdc(price)} (TEST) ${whose}. Declining leaves everything as it is.`,
    action,
  };
}

/** What is there before and after: a person decides about both. */
function moneyWords(price: MicroUsdc, balance: MicroUsdc): string {
  const held = `${usdc(price)} (TEST) is held until the recipient signs a receipt.`;
  return `${held} ${balanceWords(price, balance)}`;
}
