import type { Actor, ActorView, OwnPart } from "../../../access/actor.ts";
import { presentActor } from "../../../access/actor.ts";
import type { Entry } from "../../../audit/chain.ts";
import type { Say } from "../../../base/words/say.ts";
import { visibleTo } from "../audience.ts";
import type {
  AuthorKind,
  Checkpoint,
  Conversation,
  Message,
  Participant,
} from "../model.ts";

/** The reader of a conversation: a participant, or null if their account is unknown. */
export type Reader = Participant | null;

/** An actor for one viewer, without names hidden from them. */
export function presentActorIn(
  conversation: Conversation,
  actor: Actor,
  viewer: Reader,
  say: Say,
): ActorView {
  const { accountId } = actor;
  const known = viewer
    ? visibleTo(conversation, viewer)
    : conversation.participants.filter((it) => it.role !== "bcc");
  const holder =
    accountId === undefined
      ? undefined
      : known.find((it) => it.accountId === accountId)?.displayName;
  const viewerId = viewer?.accountId ?? null;
  return presentActor(actor, { viewerId, holder }, say);
}

/** The author of a message; for an old row without an actor, by its author kind. */
function authorOf(
  { actor, authorKind }: Pick<Message, "actor" | "authorKind">,
  { accountId, address }: Participant,
): Actor {
  if (actor) return actor;
  const kind = actorKindOf(authorKind);
  return accountId === null || kind === "guest"
    ? { kind, address }
    : { kind, accountId };
}

/** The actor of a message for one viewer. */
export function presentAuthor(
  message: Pick<Message, "actor" | "authorKind">,
  author: Participant,
  { viewer, say }: { readonly viewer: Participant; readonly say: Say },
): ActorView {
  const reader = { viewerId: viewer.accountId, holder: author.displayName };
  return presentActor(authorOf(message, author), reader, say);
}

/** The actor kind of an author kind. */
export function actorKindOf(kind: AuthorKind): Actor["kind"] {
  return kind === "email" ? "guest" : kind;
}

/**
 * The decider of a checkpoint, for the account that was asked; undefined while it is open, or
 * if unknown.
 */
export function presentDecider(
  conversation: Conversation,
  { decidedActor, forAccountId }: Checkpoint,
  say: Say,
): ActorView | undefined {
  if (!decidedActor) return undefined;
  const asked = conversation.participants.find(
    (it) => it.accountId === forAccountId,
  );
  return presentActorIn(conversation, decidedActor, asked ?? null, say);
}

/** The signer of the receipt, for one viewer. */
export function presentSigner(
  conversation: Conversation,
  viewer: Reader,
  say: Say,
): ActorView | undefined {
  const { receipt } = conversation;
  if (!receipt) return undefined;
  return presentActorIn(conversation, receipt.actor, viewer, say);
}

/** The actor of an audit record for one viewer, with the proof for the actor's own account. */
export interface RecordActor extends ActorView {
  readonly seq: number;
  readonly salt?: string;
}

/** The actor of a record that the viewer may read. */
export function presentRecordActor(
  conversation: Conversation,
  row: Pick<Entry, "seq" | "said" | "own">,
  viewer: Participant,
  say: Say,
): RecordActor {
  const { seq, own } = row;
  const shown = presentActorIn(conversation, actorIn(row), viewer, say);
  const isOwn = shown.credentialId !== undefined && own !== null;
  return { seq, ...shown, ...(isOwn && { salt: own.salt }) };
}

/** The actor of an entry, whole. */
export function actorIn({ said, own }: Pick<Entry, "said" | "own">): Actor {
  const { commitment: _commitment, ...known } = said.actor;
  const { salt: _salt, ...part }: Partial<OwnPart> = own ?? {};
  return { ...known, ...part };
}
