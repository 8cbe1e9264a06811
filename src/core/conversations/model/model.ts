import type { Nature } from "../../../../packages/standards/src/first_bytes.ts";
import type { Actor } from "../../access/actor.ts";
import type { ContactType } from "../../addresses/contact_types.ts";
import type { Remote } from "../../addresses/foreign/remote.ts";
import type { A2aFields } from "../../base/a2a_fields.ts";
import type { RailName } from "../../base/rails/chain.ts";
import type { AccountKind } from "../../db/tables/account_schema.ts";
import type {
  Payment,
  Receipt,
  Release,
  ReleaseAction,
} from "../../payments/model.ts";
import type { RuleResult } from "../../review/rule.ts";
import type { Act, Action } from "./acts.ts";
import type { DeliveryState, State } from "./states.ts";
import type { Milestone } from "./terms/milestone.ts";
import type { OfferOrder } from "./terms/order.ts";
import type { Proposal } from "./terms/proposal.ts";
import type { Terms } from "./terms/terms.ts";
import type { Filed } from "./turn/filed.ts";
import type { ToldPeople } from "./turn/told_people.ts";
import type { Vote } from "./turn/vote.ts";

/** An arbiter is added when a dispute needs it. */
export const ROLES = ["sender", "to", "cc", "bcc", "arbiter"] as const;
export type Role = (typeof ROLES)[number];

export type AuthorKind = "person" | "agent" | "service" | "email";
/** The kind of account behind a participant, or of one without an account. */
export type ParticipantKind = AccountKind | "email";

/**
 * A conversation as stored: one immutable value with everything a decision needs. Operations
 * make the next value; `save` writes the difference.
 */
export interface Conversation {
  readonly id: string;
  readonly contextId: string;
  readonly ownerId: string;
  readonly title: string;
  readonly state: State;
  readonly stateReason: string | null;
  /** The author of the reason; null for a code of the service. */
  readonly stateReasonBy: Actor | null;
  readonly stateAt: number;
  readonly previousState: State | null;
  /** Grows by one with each change except a viewer's flags. */
  readonly version: number;
  readonly fromAddress: string;
  readonly fromName: string;
  readonly contactType: ContactType;
  /** The rail that holds its price. */
  readonly rail: RailName;
  readonly release: Release;
  readonly releaseAction: ReleaseAction | null;
  /** True if the sender chose the release; null if not stored. */
  readonly releaseChosen: boolean | null;
  /** Micro-USDC; 0 is free. */
  readonly price: number;
  readonly firstUse: boolean | null;
  /** The sender's quote, checked when it is submitted. */
  readonly quoteId: string | null;
  /** The offer that it orders, with its input; null for none. */
  readonly order: OfferOrder | null;
  /** For a draft: its scheduled time, or why it was not sent; null otherwise. */
  readonly sending: Sending | null;
  /** All proposals of terms, oldest first; null without any. */
  readonly proposals: readonly Proposal[] | null;
  /** The terms of the work beside its price; null without any. */
  readonly terms: Terms | null;
  /** The steps of the price, in order; null without any. */
  readonly milestones: readonly Milestone[] | null;
  /** The signed receipt that ended or released it. */
  readonly receipt: Receipt | null;
  /** The result of the inbox rules when it is saved; never stored. */
  readonly filed?: readonly Filed[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Blinds the digests of its rows; the first save makes it. */
  readonly auditSalt: string;
  readonly participants: readonly Participant[];
  /**
   * The newest, and of the older ones those that a decision may depend on, in order: an older
   * one may have no content.
   */
  readonly messages: readonly Message[];
  /** From this number on every message is loaded, with its content. */
  readonly newestFrom: number;
  readonly tally: Tally;
  /** Set if messages older than the newest are loaded, for one viewer. */
  readonly page?: Page;
  readonly artifacts: readonly Artifact[];
  /** The newest, and of the older ones those that a decision may depend on, in order. */
  readonly checkpoints: readonly Checkpoint[];
  readonly payment: Payment | null;
  /** Views of its parts, by the part: a version hands them on to the next. Never stored. */
  readonly shown?: Map<object, unknown>;
}

/** A scheduled draft, or one that could not be sent at its time. */
export type Sending =
  // `by`: the access of the agent that scheduled it; null for the person.
  | { readonly at: number; readonly by: string | null }
  | {
      readonly failedAt: number;
      /** The error of its refusal. */
      readonly code: string;
      readonly detail: string;
    };

/** A summary of all messages of a conversation, whichever are loaded. */
export interface Tally {
  /** Their count, which is the number of the newest. */
  readonly count: number;
  /** Characters of their texts, and of everything in them. */
  readonly text: number;
  readonly all: number;
  /** Numbers of those that affect later decisions: always loaded. */
  readonly kept: readonly number[];
  /** Each participant's share, by position. */
  readonly seen: readonly Seen[];
  /** Ids of checkpoints older than the newest that are always loaded; absent without one. */
  readonly asked?: readonly string[];
}

/** The messages that one participant may read. */
export interface Seen {
  readonly readable: number;
  /** The number of the newest; 0 without one. */
  readonly last: number;
  /** The number of the newest by somebody else; 0 without one. */
  readonly other: number;
}

/** A range of the messages that a viewer may read. */
export interface Page {
  readonly first: number;
  /** The number after its end. */
  readonly end: number;
  /** How many are older than the range. */
  readonly omitted: number;
}

/** Position of the sender in every conversation. */
export const SENDER = 0;

/** The participant who started it. */
export function senderOf({
  participants: [sender],
}: Pick<Conversation, "participants">): Participant {
  if (!sender) throw new RangeError("A conversation has a sender");
  return sender;
}

/** The recipients: all participants except the sender. */
export function recipientsOf({
  participants,
}: Pick<Conversation, "participants">): readonly Participant[] {
  return participants.slice(SENDER + 1);
}

/** Someone on a conversation; known within it by `position`. */
export interface Participant {
  readonly position: number;
  readonly accountId: string | null;
  readonly address: string;
  readonly displayName: string;
  readonly role: Role;
  readonly kind: ParticipantKind;
  readonly deliveryState: DeliveryState;
  readonly deliveryAt: number;
  readonly joinedAt: number | null;
  /** Their side at another service; null for an inbox here and for a mailbox. */
  readonly remote: Remote | null;
  /** Positions of the participants that were this one's contacts at the submit. */
  readonly knows: readonly number[];
  /** Their contact types, by position. */
  readonly knowsAs: Readonly<Record<number, ContactType>>;
  /** False until the submit; then it is in their inbox. */
  readonly reached: boolean;
}

/** The content of one message part: exactly one of the four. */
export interface Part {
  readonly text?: string;
  readonly data?: unknown;
  readonly url?: string;
  readonly raw?: string;
  readonly mediaType?: string;
  readonly filename?: string;
}

export interface Message {
  readonly id: string;
  readonly seq: number;
  /** Position of the author. */
  readonly author: number;
  readonly authorKind: AuthorKind;
  /** The author's actor; null if the content is not loaded. */
  readonly actor: Actor | null;
  readonly mode: "initial" | "reply" | "reply-all";
  readonly inReplyTo: string | null;
  readonly parts: readonly Part[];
  readonly artifactIds: readonly string[];
  /** Positions that may read it; null is every participant. */
  readonly audience: readonly number[] | null;
  /** True for a question before an acceptance: it accepts and meets nothing. */
  readonly asksFirst: boolean;
  /** Other members of the sender's A2A message; null for other messages. */
  readonly a2a: A2aFields | null;
  readonly salt: string;
  readonly createdAt: number;
}

export interface Artifact {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uri: string | null;
  /** The kind of file by its bytes, whatever its name. */
  readonly content: Nature | null;
  readonly description: string | null;
  readonly addedBy: number;
  readonly addedById: string;
  /** The actor who added it. */
  readonly actor: Actor;
  readonly audience: readonly number[] | null;
  readonly createdAt: number;
}

/** A decision asked of one account (docs/asking.md). */
export interface Checkpoint<out A extends Act = Act> extends ToldPeople {
  readonly id: string;
  readonly kind: "review" | "acceptance" | "input";
  readonly title: string;
  readonly summary: string;
  readonly action: Action<A>;
  readonly actionDigest: string;
  readonly rules: readonly RuleResult[];
  readonly forAccountId: string;
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly status: CheckpointStatus;
  readonly decidedBy: string | null;
  /** The actor who decided; null while it is open. */
  readonly decidedActor: Actor | null;
  readonly decidedAt: number | null;
  readonly comment: string | null;
  /** True if the person changed what they approved; the action is as it was proposed. */
  readonly edited: boolean;
  /** The requester of the decision. */
  readonly askedBy: Requester;
  /** Those who approved what takes several people, in order; empty for other decisions. */
  readonly votes: readonly Vote[];
  /** When more people were asked; null before. */
  readonly escalatedAt: number | null;
  /** The review that asks a person; null for an acceptance. */
  readonly reviewId: string | null;
  /** The message that waits to be sent; null without one, and after the decision. */
  readonly pendingMessage: PendingMessage | null;
}

/** A message not yet approved by its author's person: no other participant sees it. */
export type PendingMessage = Omit<Message, "seq" | "createdAt">;

/** The requester of a checkpoint. */
export interface Requester {
  readonly address: string;
  readonly name: string;
  readonly kind: AuthorKind;
  /** An agent's access: it may not decide its own proposal. */
  readonly credentialId?: string;
}

export type CheckpointStatus =
  | "open"
  | "approved"
  | "declined"
  | "expired"
  | "superseded";

/** A conversation is snoozed until something in it changes. */
export const UNTIL_CHANGE = 0;

/** One viewer's own flags and labels, and their place in a conversation. */
export interface ViewerState {
  readonly position: number;
  readonly unread: boolean;
  readonly archived: boolean;
  /** The end of the snooze; {@linkcode UNTIL_CHANGE}, or null without one. */
  readonly snoozedUntil?: number | null;
  /** When it last changed or came back to them, if known. */
  readonly updatedAt?: number;
  /** Names, in order; absent without any, or null as stored. */
  readonly labels?: readonly string[] | null;
}
