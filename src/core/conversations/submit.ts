import { requireScope } from "../access.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { mayWriteFrom } from "../addresses/from_address.ts";
import type { CommandCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { InviteQueue, mayInviteAgain } from "../mail/outbox.ts";
import { balanceOf } from "../payments/ledger.ts";
import type { Payment } from "../payments/model.ts";
import { placeHold } from "../payments/rail.ts";
import { allowanceFor } from "../payments/spending.ts";
import type { Approval, Review, SubmitGrants } from "../review/review.ts";
import { reviewSubmit } from "../review/review.ts";
import { cleanLine, firstChars } from "../text.ts";
import { DAY_MS } from "../time.ts";
import { isForAgentsOnly } from "./audience.ts";
import { move, note, setPayment } from "./change.ts";
import { openAcceptances } from "./checkpoint.ts";
import { invalid, isEmpty } from "./compose.ts";
import type { Asked } from "./doors.ts";
import { askedOf, checkOffer, isBlocked, withFirstUse } from "./doors.ts";
import { noteInitialMessage } from "./draft.ts";
import type { Conversation, Participant } from "./model.ts";
import { payeeOf } from "./payee.ts";
import { textOf } from "./present_message.ts";
import { resolveRecipients } from "./recipients.ts";
import type { State } from "./state.ts";
import { refuse } from "./state.ts";

const TITLE_CHARS_FROM_TEXT = 80;

/**
 * Submits a draft: resolve, review, hold, state (decisions.md C, rows 3 to 6).
 * `from` is "new" for a draft that was never stored.
 * @throws invalid_input, from_not_verified
 */
export async function submit(
  call: CommandCall,
  draft: Conversation,
  from: State | "new",
): Promise<Conversation> {
  refuse(from, "submit");
  const ready = await withFirstUse(call, await readyToSend(call, draft));
  const { review, grants } = reviewSubmit(call, actionOf(ready), {
    fromIsOwn: await mayWriteFrom(call, ready.fromAddress),
    blocked: await isBlocked(call, ready),
    artifacts: ready.artifacts,
  });
  refuseForeignFrom(review);
  noteReview(call, ready, review);
  if (grants) await checkOffer(call, ready);
  const after = grants
    ? await commitSubmit(call, ready, from, grants)
    : deny(call, ready, from, review);
  noteInitialMessage(call, after);
  return after;
}

function deny(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  { rules, reviewId }: Review,
): Conversation {
  const reason = rules.find((it) => it.outcome === "deny")?.id ?? null;
  return move(call, ready, from, "submit_denied", { reason, reviewId });
}

/** Resolves the recipients and checks that there is something to send. */
async function readyToSend(
  call: CommandCall,
  draft: Conversation,
): Promise<Conversation> {
  const participants = await resolveRecipients(call, draft);
  if (participants.length < 2) {
    throw invalid("/to", "required", "name at least one other recipient");
  }
  const [message] = draft.messages;
  if ((!message || isEmpty(message.parts)) && draft.artifacts.length === 0) {
    throw invalid("/parts", "required", "the message is empty");
  }
  if (draft.price > 0 && isForAgentsOnly({ participants })) {
    throw invalid(
      "/price",
      "not_payable",
      "the service's own agents are free and are never paid",
    );
  }
  const text = textOf(message?.parts ?? []).trim();
  const title =
    draft.title ||
    firstChars(cleanLine(text.split("\n")[0] ?? ""), TITLE_CHARS_FROM_TEXT) ||
    "(no title)";
  return { ...draft, participants, title };
}

/** The exact action that a review judges: what goes to whom, for how much. */
export function actionOf(conversation: Conversation): object {
  return {
    act: "submit",
    conversationId: conversation.id,
    from: conversation.fromAddress,
    recipients: conversation.participants
      .slice(1)
      .map((it) => ({ role: it.role, address: it.address })),
    price: String(conversation.price),
    release: conversation.release,
    messageIds: conversation.messages.map((it) => it.id),
    artifactIds: conversation.artifacts.map((it) => it.id),
  };
}

/**
 * Refuses what would leave under somebody else's address.
 * @throws from_not_verified
 */
export function refuseForeignFrom({ rules }: Review): void {
  const from = rules.find((it) => it.id === "R-FROM");
  if (from?.outcome !== "deny") return;
  throw new ServiceError("from_not_verified", {
    detail: `Cannot send from this address: ${from.detail}`,
    errors: [{ pointer: "/fromAddress", code: "R-FROM", detail: from.detail }],
  });
}

/** Records a finished review, for the one whose act it was: the sender if absent. */
export function noteReview(
  call: CommandCall,
  conversation: Conversation,
  { reviewId, outcome, actionDigest }: Review,
  reader = 0,
): void {
  note(call, conversation, "review.completed", {
    reviewId,
    refs: { outcome, actionDigest },
    audience: [reader],
  });
}

async function commitSubmit(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  grants: SubmitGrants,
): Promise<Conversation> {
  const asked = await askedOf(call, ready);
  if (ready.price < asked.price) return belowPrice(call, ready, from, asked);
  if (ready.price === 0) return deliver(call, ready, from, grants);
  const payment = newPayment(call, ready);
  const { reviewId } = grants.payment;
  // Before the balance: who may not pay it does not learn whether it is there.
  const allowance = await allowanceFor(call, payment.price);
  const available = await balanceOf(call, payment.payerId);
  if (available < payment.price) {
    const short = { ...payment, shortBalance: available, shortAt: call.now };
    const unpaid = setPayment(call, ready, short, "payment.requires_payment");
    return move(call, unpaid, from, "submit_unpaid", {
      reason: "payment_required",
    });
  }
  const held = placeHold(call, grants.payment, payment, {
    allowance,
    conversationId: ready.id,
    captureBefore: call.now + asked.holdDays * DAY_MS,
  });
  const paid = setPayment(call, ready, held, "payment.held", { reviewId });
  return deliver(call, paid, from, grants);
}

/** Less is offered than the recipient asks (decisions.md C, row 5). */
function belowPrice(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  { price: asked }: Asked,
): Conversation {
  const payment = { ...newPayment(call, ready), asked };
  const unpaid = setPayment(call, ready, payment, "payment.requires_payment");
  return move(call, unpaid, from, "submit_unpaid", {
    reason: "below_recipient_price",
  });
}

/** The payee is the first account in `to` (decisions.md A12). */
function newPayment(call: CommandCall, conversation: Conversation): Payment {
  return {
    id: call.newId("payment"),
    status: "requires_payment",
    price: conversation.price,
    payerId: conversation.ownerId,
    payeeId: payeeOf(conversation)?.accountId ?? null,
    rail: "ledger",
    heldAt: null,
    captureBefore: null,
    releasedAt: null,
    voidedAt: null,
    voidReason: null,
    feeBps: call.settings.feeBps,
    asked: null,
    raises: 0,
    refunded: 0,
    refunds: 0,
    refundedAt: null,
    shortBalance: null,
    shortAt: null,
  };
}

/** Puts the conversation into everybody's inbox, or invites them to it. */
export async function deliver(
  call: CommandCall,
  conversation: Conversation,
  from: State | "new",
  grants: SubmitGrants,
): Promise<Conversation> {
  await grantContacts(call, grants.contact, conversation);
  const reached = {
    ...conversation,
    participants: conversation.participants.map((it) =>
      it.accountId === null ? it : reachedSeat(it, call.now),
    ),
  };
  const invited = await inviteOutsiders(call, grants.outward, reached, null);
  const asked = await openAcceptances(call, invited);
  const verb = from === "auth-required" ? "funded" : "submit";
  return move(call, asked, from, verb, {
    reviewId: grants.payment.reviewId,
  });
}

function reachedSeat(it: Participant, now: number): Participant {
  return {
    ...it,
    deliveryState: "on_service",
    deliveryAt: now,
    joinedAt: it.joinedAt ?? now,
    reached: true,
  };
}

/**
 * The sender now has the recipients in their contacts (decisions.md D). The
 * service's own agents are no strangers to anybody.
 * @throws insufficient_scope for an agent that may not make or change a contact
 */
async function grantContacts(
  call: CommandCall,
  _approval: Approval<"contact">,
  conversation: Conversation,
): Promise<void> {
  const store = contactStore(call.db);
  const { ownerId, contactType } = conversation;
  for (const it of conversation.participants.slice(1)) {
    if (it.accountId === null) continue;
    const known = await store.ofAccount(ownerId, it.accountId);
    if (known && contactType === "everyone") continue;
    if (known?.contactType === contactType) continue;
    if (known) {
      requireScope(call.member, "contacts:write", "change a contact");
    } else if (it.kind !== "service") {
      requireScope(call.member, "contacts:new", "write to a new contact");
    }
    call.write(
      store.upsert({
        ownerId,
        address: known?.address ?? it.address,
        contactId: it.accountId,
        contactType,
        createdAt: known?.createdAt ?? call.now,
        updatedAt: call.now,
      }),
    );
  }
}

/**
 * Invites the ordinary addresses among those who may read something new, once
 * a day at most and as far as the caps go. The mail says that there is a message,
 * never what it says.
 * @throws insufficient_scope for an agent that may not send outward, whether a mail
 * is due now or not
 */
export async function inviteOutsiders(
  call: CommandCall,
  approval: Approval<"outward">,
  conversation: Conversation,
  audience: readonly number[] | null,
): Promise<Conversation> {
  if (conversation.participants.some((it) => isOutsider(it, audience))) {
    requireScope(call.member, "outward:send", "write to an email address");
  }
  const queue = new InviteQueue(call, approval);
  const participants: Participant[] = [];
  for (const it of conversation.participants) {
    participants.push(
      isInvitable(it, audience, call.now)
        ? await invitedSeat(call, queue, conversation, it)
        : it,
    );
  }
  return { ...conversation, participants };
}

/** Whoever was invited before stays so, also when a further invite is too many. */
async function invitedSeat(
  call: CommandCall,
  queue: InviteQueue,
  conversation: Conversation,
  it: Participant,
): Promise<Participant> {
  const isQueued = await queue.queue({
    conversationId: conversation.id,
    recipient: it.address,
    fromName: conversation.fromName,
    fromAddress: conversation.fromAddress,
  });
  if (!isQueued) {
    if (it.deliveryState !== "pending") return it;
    return { ...it, deliveryState: "invite_limited", deliveryAt: call.now };
  }
  note(call, conversation, "invite.queued", {
    reviewId: queue.reviewId,
    audience: it.role === "bcc" ? [0, it.position] : null,
  });
  return { ...it, deliveryState: "invite_queued", deliveryAt: call.now };
}

function isInvitable(
  it: Participant,
  audience: readonly number[] | null,
  now: number,
): boolean {
  if (!isOutsider(it, audience)) return false;
  return (
    it.deliveryState === "pending" ||
    it.deliveryState === "invite_limited" ||
    mayInviteAgain(it.deliveryAt, now)
  );
}

function isOutsider(
  it: Participant,
  audience: readonly number[] | null,
): boolean {
  if (it.accountId !== null || it.role === "sender") return false;
  return !audience || audience.includes(it.position);
}
