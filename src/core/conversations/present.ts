import type { Static } from "typebox";
import type { Settings } from "../context.ts";
import { showMoney } from "../money.ts";
import { showTime } from "../time.ts";
import { canRead, visibleTo } from "./audience.ts";
import type {
  Artifact,
  Checkpoint,
  Conversation,
  Membership,
  Message,
  Part,
  Participant,
} from "./model.ts";
import type {
  ArtifactSchema,
  CheckpointSchema,
  ConversationSchema,
  MessageSchema,
  ParticipantSchema,
  PaymentSchema,
  View,
} from "./schemas.ts";
import { isTerminal } from "./state.ts";

export type ConversationView = Static<typeof ConversationSchema>;
export type MessageView = Static<typeof MessageSchema>;
export type PaymentView = Static<typeof PaymentSchema>;

/**
 * The one viewer-safe projection: every wire, event and list goes through it.
 * What the viewer may not see is not in the result.
 */
export function present(
  settings: Settings,
  conversation: Conversation,
  seat: Membership,
): ConversationView {
  const made = viewsOf(conversation);
  const key = `${seat.position} ${seat.unread} ${seat.archived}`;
  const known = made.get(key);
  if (known) return known;
  const view = viewOf(settings, conversation, seat);
  made.set(key, view);
  return view;
}

// A stored value never changes and a viewer is its position and flags, so that
// the same view is made once; nobody may change what is shared.
const views = new WeakMap<Conversation, Map<string, ConversationView>>();

function viewsOf(conversation: Conversation): Map<string, ConversationView> {
  const known = views.get(conversation);
  if (known) return known;
  const fresh = new Map<string, ConversationView>();
  views.set(conversation, fresh);
  return fresh;
}

function viewOf(
  settings: Settings,
  conversation: Conversation,
  seat: Membership,
): ConversationView {
  const viewer = participantAt(conversation, seat.position);
  const hidden = hiddenFrom(conversation, seat.position);
  const messages = conversation.messages
    .filter((message) => canRead(message, seat.position))
    .map((message) => presentMessage(conversation, message, viewer, hidden));
  const checkpoints = conversation.checkpoints.filter(
    (checkpoint) => checkpoint.forAccountId === viewer.accountId,
  );
  const folders = foldersOf(conversation, viewer, seat);
  return {
    id: conversation.id,
    conversationId: conversation.id,
    contextId: conversation.contextId,
    title: conversation.title,
    state: conversation.state,
    stateReason: conversation.stateReason,
    stateAt: showTime(conversation.stateAt),
    version: conversation.version,
    createdAt: showTime(conversation.createdAt),
    updatedAt: showTime(conversation.updatedAt),
    lastMessageAt: messages.at(-1)?.createdAt ?? null,
    messageCount: messages.length,
    participants: visibleTo(conversation, viewer).map(presentParticipant),
    messages,
    artifacts: conversation.artifacts
      .filter((file) => canRead(file, seat.position))
      .map((file) => presentArtifact(settings, conversation, file)),
    payment: presentPayment(conversation),
    checkpoints: checkpoints.map(presentCheckpoint),
    folders,
    folder: folders[0] ?? null,
    unread: seat.unread,
    archived: seat.archived,
    needsYou: folders.includes("needs_you"),
    labels: [],
    from: { address: conversation.fromAddress, name: conversation.fromName },
    contactType: conversation.contactType,
    release: conversation.release,
    releaseAction: conversation.releaseAction,
    links: linksOf(settings, conversation),
  };
}

/** The participant at a position; positions come from the record itself. */
export function participantAt(
  conversation: Conversation,
  position: number,
): Participant {
  const found = conversation.participants[position];
  if (!found) throw new RangeError(`No participant at position ${position}`);
  return found;
}

type ParticipantView = Static<typeof ParticipantSchema>;

// Stored values never change, so that what does not depend on the viewer is
// made once and shared by every answer that shows it.
const participantViews = new WeakMap<Participant, ParticipantView>();
const messageViews = new WeakMap<
  Message,
  { readonly author: Participant; readonly view: SharedMessageView }
>();
/** What of a message is the same for all its readers. */
type SharedMessageView = Omit<
  MessageView,
  "trust" | "inReplyTo" | "artifactIds"
>;

function presentParticipant(it: Participant): ParticipantView {
  const known = participantViews.get(it);
  if (known) return known;
  const view = participantView(it);
  participantViews.set(it, view);
  return view;
}

function participantView(it: Participant): ParticipantView {
  return {
    ...(it.accountId !== null && { accountId: it.accountId }),
    address: it.address,
    displayName: it.displayName,
    role: it.role,
    kind: it.kind,
    delivery: { state: it.deliveryState, at: showTime(it.deliveryAt) },
    ...(it.joinedAt !== null && { joinedAt: showTime(it.joinedAt) }),
  };
}

/** Ids of the messages and artifacts that a participant may not know of. */
export function hiddenFrom(
  { messages, artifacts }: Conversation,
  position: number,
): ReadonlySet<string> {
  const hidden = [...messages, ...artifacts].filter(
    (item) => !canRead(item, position),
  );
  return new Set(hidden.map((item) => item.id));
}

/**
 * A message as one viewer may see it, with the trust that the service stamps.
 * It does not name what is hidden from them.
 */
export function presentMessage(
  conversation: Conversation,
  message: Message,
  viewer: Participant,
  hidden: ReadonlySet<string>,
): MessageView {
  const { inReplyTo, artifactIds } = message;
  return {
    ...sharedView(conversation, message),
    ...(inReplyTo !== null && !hidden.has(inReplyTo) && { inReplyTo }),
    artifactIds: artifactIds.filter((id) => !hidden.has(id)),
    trust: trustOf(
      conversation,
      participantAt(conversation, message.author),
      viewer,
    ),
  };
}

function sharedView(
  conversation: Conversation,
  message: Message,
): SharedMessageView {
  const author = participantAt(conversation, message.author);
  const known = messageViews.get(message);
  if (known?.author === author) return known.view;
  const view = {
    messageId: message.id,
    conversationId: conversation.id,
    author: {
      address: author.address,
      displayName: author.displayName,
      kind: message.authorKind,
      ...(author.accountId !== null && { accountId: author.accountId }),
    },
    mode: message.mode,
    text: textOf(message.parts),
    parts: message.parts as Part[],
    createdAt: showTime(message.createdAt),
  };
  messageViews.set(message, { author, view });
  return view;
}

/** The text parts of a message, one after the other. */
export function textOf(parts: readonly Part[]): string {
  if (parts.length === 1) return parts[0]?.text ?? "";
  return parts
    .map((part) => part.text)
    .filter((text) => text !== undefined)
    .join("\n");
}

function trustOf(
  conversation: Conversation,
  author: Participant,
  viewer: Participant,
): MessageView["trust"] {
  const paid =
    conversation.payment?.status === "held" ||
    conversation.payment?.status === "released";
  if (author.position === viewer.position) {
    return { relation: "self", firstContact: false, paid };
  }
  if (author.kind === "service") {
    return { relation: "service", firstContact: false, paid };
  }
  if (viewer.knows.includes(author.position)) {
    const { contactType } = conversation;
    return { relation: "contact", contactType, firstContact: false, paid };
  }
  const firstContact = author.role === "sender";
  return { relation: "stranger", firstContact, paid };
}

function presentArtifact(
  settings: Settings,
  conversation: Conversation,
  file: Artifact,
): Static<typeof ArtifactSchema> {
  const path = `/v1/conversations/${conversation.id}/artifacts/${file.id}`;
  return {
    artifactId: file.id,
    conversationId: conversation.id,
    name: file.name,
    mimeType: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    ...(file.uri === null
      ? { downloadUrl: settings.baseUrl + path }
      : { uri: file.uri }),
    addedBy: participantAt(conversation, file.addedBy).address,
    createdAt: showTime(file.createdAt),
    ...(file.description !== null && { description: file.description }),
  };
}

/** Where the price stands; status `none` for a conversation without one. */
export function presentPayment(conversation: Conversation): PaymentView {
  const { payment, release, releaseAction, price, receipt } = conversation;
  const terms = {
    price: showMoney(price),
    release,
    ...(releaseAction && { releaseAction }),
    rail: "ledger" as const,
  };
  if (!payment) return { status: "none", ...terms, payee: null };
  return {
    paymentId: payment.id,
    status: payment.status,
    ...terms,
    payer: partyOf(conversation, payment.payerId),
    payee: payment.payeeId ? partyOf(conversation, payment.payeeId) : null,
    label: "TEST",
    ...(payment.heldAt !== null && { heldAt: showTime(payment.heldAt) }),
    ...(payment.captureBefore !== null && {
      captureBefore: showTime(payment.captureBefore),
    }),
    ...(payment.releasedAt !== null && {
      releasedAt: showTime(payment.releasedAt),
    }),
    ...(payment.voidedAt !== null && { voidedAt: showTime(payment.voidedAt) }),
    ...(payment.voidReason !== null && { voidReason: payment.voidReason }),
    ...(receipt && { receipt: receipt as ReceiptView }),
    ...(payment.status === "requires_payment" && {
      requirements: {
        needed: showMoney(payment.price),
        reason: "insufficient_balance" as const,
      },
    }),
  };
}

type ReceiptView = NonNullable<PaymentView["receipt"]>;

function partyOf(conversation: Conversation, accountId: string) {
  const party = conversation.participants.find(
    (other) => other.accountId === accountId,
  );
  return { accountId, address: party?.address ?? "" };
}

/** A checkpoint as its one audience sees it. */
export function presentCheckpoint(
  it: Checkpoint,
): Static<typeof CheckpointSchema> {
  return {
    checkpointId: it.id,
    kind: it.kind,
    title: it.title,
    summary: it.summary,
    action: it.action,
    actionDigest: it.actionDigest,
    rules: [...it.rules],
    forAccountId: it.forAccountId,
    allowed: it.status === "open" ? ["approve", "decline"] : [],
    openedAt: showTime(it.openedAt),
    expiresAt: showTime(it.expiresAt),
    status: it.status,
    ...(it.decidedBy !== null && { decidedBy: it.decidedBy }),
    ...(it.decidedAt !== null && { decidedAt: showTime(it.decidedAt) }),
    ...(it.comment !== null && { comment: it.comment }),
  };
}

/** The views a conversation is in for one viewer; the primary one first. */
function foldersOf(
  conversation: Conversation,
  viewer: Participant,
  seat: Membership,
): View[] {
  const folders: View[] = [];
  if (viewer.role === "sender") {
    folders.push(conversation.state === "draft" ? "drafts" : "sent");
  } else if (!seat.archived) {
    folders.push("inbox");
  }
  if (seat.archived) folders.push("archive");
  const waits = conversation.checkpoints.some(
    (it) => it.status === "open" && it.forAccountId === viewer.accountId,
  );
  if (waits) folders.push("needs_you");
  if (conversation.payment) folders.push("payments");
  return folders;
}

function linksOf(
  { baseUrl }: Settings,
  { id, contextId, state }: Conversation,
): ConversationView["links"] {
  const self = `${baseUrl}/v1/conversations/${id}`;
  return {
    self,
    web: `${baseUrl}/conversations/${id}`,
    subscribe: `${self}/subscribe`,
    audit: `${self}/audit`,
    ...(isTerminal(state) && { followUp: followUp(baseUrl, contextId) }),
  };
}

/** How a closed conversation goes on: a new one in the same context. */
export function followUp(baseUrl: string, contextId: string) {
  return {
    method: "POST" as const,
    href: `${baseUrl}/v1/conversations`,
    contextId,
  };
}
