import type {
  Artifact,
  Conversation,
  Message,
  Participant,
  Role,
} from "../../../src/core/conversations/model/model.ts";
import {
  NO_TALLY,
  withMessages,
} from "../../../src/core/conversations/model/tally.ts";
import { START } from "../core_harness.ts";

/** A participant of a role; `email` for an address that is no account. */
export function participantOf(
  position: number,
  role: Role,
  kind: Participant["kind"] = "person",
): Participant {
  return {
    position,
    accountId: kind === "email" ? null : `acc_${position}`,
    address: `p${position}@inbox.localhost`,
    displayName: `P${position}`,
    role,
    kind,
    deliveryState: kind === "email" ? "pending" : "on_service",
    deliveryAt: START,
    joinedAt: null,
    remote: null,
    knows: [],
    knowsAs: {},
    reached: kind !== "email",
  };
}

/** A message by a position, readable by everyone unless told otherwise. */
export function messageOf(
  author: number,
  more: Partial<Message> = {},
): Message {
  return {
    id: `msg_${author}`,
    seq: 1,
    author,
    authorKind: "person",
    actor: null,
    mode: "reply",
    inReplyTo: null,
    parts: [{ text: "words" }],
    artifactIds: [],
    audience: null,
    asksFirst: false,
    a2a: null,
    salt: "00",
    createdAt: START,
    ...more,
  };
}

/** A file by a position, readable by everyone unless told otherwise. */
export function artifactOf(
  addedBy: number,
  more: Partial<Artifact> = {},
): Artifact {
  return {
    id: `art_${addedBy}`,
    seq: 1,
    name: "file.pdf",
    mimeType: "application/pdf",
    size: 3,
    sha256: "0".repeat(64),
    uri: null,
    content: null,
    description: null,
    addedBy,
    addedById: `acc_${addedBy}`,
    actor: { kind: "person", accountId: `acc_${addedBy}` },
    audience: null,
    createdAt: START,
    ...more,
  };
}

/** A free, submitted conversation between these roles, in this order. */
export function conversationOf(
  roles: readonly Role[],
  more: Partial<Conversation> = {},
): Conversation {
  const { messages = [], ...others } = more;
  const empty: Conversation = {
    id: "cnv_1",
    auditSalt: "00",
    contextId: "ctx_1",
    ownerId: "acc_0",
    title: "A title",
    state: "submitted",
    stateReason: null,
    stateReasonBy: null,
    stateAt: START,
    previousState: null,
    version: 1,
    fromAddress: "p0@inbox.localhost",
    fromName: "P0",
    contactType: "everyone",
    release: "replied",
    releaseAction: null,
    releaseChosen: true,
    price: 0,
    proposals: null,
    milestones: null,
    rail: "ledger",
    firstUse: null,
    quoteId: null,
    terms: null,
    order: null,
    sending: null,
    receipt: null,
    createdAt: START,
    updatedAt: START,
    participants: roles.map((role, position) => participantOf(position, role)),
    messages: [],
    newestFrom: 1,
    tally: NO_TALLY,
    artifacts: [],
    checkpoints: [],
    payment: null,
    ...others,
  };
  return withMessages(empty, messages);
}
