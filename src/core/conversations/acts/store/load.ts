/**
 * How is a conversation read, written and held against its audit chain? `snapshot.ts` is
 * the one statement that reads it, `window.ts` and `thread/` the part that an answer shows,
 * `save.ts` writes the difference of two values, `change.ts` records it, `covered.ts` lists
 * the columns that records cover. `views_store.ts` sets the views that it is in,
 * `viewer_flags_store.ts` says when it is unread or out of the archive, `words/` which
 * words find it and for whom.
 * @module
 */
import type { QueryCall } from "../../../access/context.ts";
import type { Guest } from "../../../access/principal.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { participantAt } from "../../model/audience.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { isOpenTo } from "../../model/turn/delegated.ts";
import { guestStore } from "./guest_store.ts";
import { importedStore } from "./imported_store.ts";
import type { ViewerRow } from "./store.ts";
import { conversationStore } from "./store.ts";
import type { Window } from "./window.ts";

/** A conversation together with the caller's place in it. */
export interface Loaded {
  readonly conversation: Conversation;
  readonly viewerState: ViewerRow;
  readonly me: Participant;
}

/**
 * Loads a conversation for a member of it.
 * @param names Ids of older messages and checkpoints to load
 * @throws conversation_not_found, for an absent one and another's alike; imported_read_only
 */
export async function loadForMember(
  call: QueryCall,
  conversationId: string,
  names: readonly string[] = [],
): Promise<Loaded> {
  const viewerState = await viewerRowOf(call, conversationId);
  return await loadedFor(call, viewerState, names);
}

/**
 * The same for an act, whose commit detects newer versions.
 * @throws as {@linkcode loadForMember}
 */
export async function loadToAct(
  call: QueryCall,
  conversationId: string,
  names: readonly string[] = [],
): Promise<Loaded> {
  const { guest, accountId } = call.member;
  const viewerState = guest
    ? await viewerRowOf(call, conversationId)
    : await conversationStore(call.db).rowToAct(conversationId, accountId);
  if (!viewerState) throw await refusalOf(call, conversationId);
  return await loadedFor(call, viewerState, names);
}

async function loadedFor(
  call: QueryCall,
  viewerState: ViewerRow,
  names: readonly string[],
): Promise<Loaded> {
  const { conversationId, version } = viewerState;
  const store = conversationStore(call.db);
  const conversation = await store.load(conversationId, version, names);
  return seenBy(call, viewerState, conversation);
}

/**
 * The caller's own row of a conversation.
 * @throws conversation_not_found, for an absent one and another's alike.
 */
export async function viewerRowOf(
  call: QueryCall,
  conversationId: string,
): Promise<ViewerRow> {
  const viewerState = await findViewerRow(call, conversationId);
  if (!viewerState) throw await refusalOf(call, conversationId);
  return viewerState;
}

/** The same; undefined if absent, another's or imported. */
export async function findViewerRow(
  call: QueryCall,
  conversationId: string,
): Promise<ViewerRow | undefined> {
  const { guest, accountId } = call.member;
  return guest
    ? await guestRow(call, guest, conversationId)
    : await conversationStore(call.db).viewerRow(conversationId, accountId);
}

/** A guest's row: the one that their link is for, until an account claims it. */
async function guestRow(
  { db }: QueryCall,
  guest: Guest,
  conversationId: string,
): Promise<ViewerRow | undefined> {
  if (guest.conversationId !== conversationId) return undefined;
  const viewerState = await guestStore(db).at(conversationId, guest.position);
  const own = guest.accountId ?? null;
  return viewerState?.accountId === own ? viewerState : undefined;
}

/** A window for the viewer of the row: to show, not to decide by. */
export async function outlineFor(
  call: QueryCall,
  viewerState: ViewerRow,
  window: Window,
): Promise<Loaded> {
  const conversation = await conversationStore(call.db).outline(
    viewerState.conversationId,
    viewerState.version,
    viewerState.position,
    window,
  );
  return seenBy(call, viewerState, conversation);
}

/** The same without its messages. */
export async function frameForMember(
  call: QueryCall,
  conversationId: string,
): Promise<Loaded> {
  const viewerState = await viewerRowOf(call, conversationId);
  const store = conversationStore(call.db);
  const conversation = await store.frame(conversationId, viewerState.version);
  return seenBy(call, viewerState, conversation);
}

/**
 * Why a conversation cannot be acted on. The only check that keeps acts from imported ones:
 * they have no viewer's row, so each act comes here.
 */
async function refusalOf(
  { db, member }: QueryCall,
  conversationId: string,
): Promise<ServiceError> {
  const imported = member.guest
    ? undefined
    : await importedStore(db).find(conversationId, member.accountId);
  return imported
    ? new ServiceError("imported_read_only", {
        detail: told`Cannot do this: the conversation was imported from another service and is read-only.`,
      })
    : new ServiceError("conversation_not_found", {
        detail: told`Cannot find this conversation.`,
      });
}

/** @throws conversation_not_found for a delegate without a decision in it */
function seenBy(
  call: QueryCall,
  viewerState: ViewerRow,
  conversation: Conversation,
): Loaded {
  if (!isOpenTo(call, conversation)) {
    throw new ServiceError("conversation_not_found", {
      detail: told`Cannot find this conversation among what waits for your decision: it may be decided already.`,
    });
  }
  const me = participantAt(conversation, viewerState.position);
  return { conversation, viewerState, me };
}
