import type { QueryCall } from "../../../access/context.ts";
import { jsonOnce } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { USUAL_LANGUAGE } from "../../../base/words/languages.ts";
import { conversationStore } from "../../acts/store/store.ts";
import type { Window } from "../../acts/store/window.ts";
import type { Conversation, ViewerState } from "../../model/model.ts";
import { refundBefore } from "../../model/shown/present_payment.ts";
import { afterwordsUntil } from "../../model/states.ts";
import type { ConversationView } from "./present.ts";

/** A view as shown to one caller, and the time from which it may differ. */
export interface ToldView {
  readonly view: ConversationView;
  readonly until: number;
}

/** The list items made from one value of a conversation. */
interface Items {
  readonly told: Map<string, ToldView>;
  bytes: number;
}

// Each is dropped with its conversation, whose cache entry includes its size.
const items = new WeakMap<Conversation, Items>();

/**
 * A list item for this caller. A stored value never changes: the same viewer with the same
 * rights over the same wire, which decides a message's default readers, gets the same item,
 * unless something else is read or a time has come. Shared values must not be changed.
 */
export async function toldItem(
  call: QueryCall,
  about: Conversation,
  viewer: ViewerState,
  { window, tell }: { window: Window; tell: () => Promise<ToldView> },
): Promise<ToldView> {
  const { caller, member, now, db } = call;
  const { via, language = USUAL_LANGUAGE } = caller;
  const { position, unread, archived, snoozedUntil, updatedAt, labels } =
    viewer;
  const { count, bytes } = window;
  const key = `${via} ${language} ${position} ${unread} ${archived} ${snoozedUntil} ${updatedAt} ${count} ${bytes} ${labels ? JSON.stringify(labels) : ""} ${jsonOnce(member)}`;
  const known = items.get(about);
  const kept = known?.told.get(key);
  if (kept && now < kept.until) return kept;
  const fresh = await tell();
  if (fresh.until <= now) return fresh;
  const isFull = !known || known.told.size >= LIMITS.itemsKeptMax;
  const of = isFull ? { told: new Map<string, ToldView>(), bytes: 0 } : known;
  of.told.set(key, fresh);
  of.bytes += key.length + JSON.stringify(fresh.view).length;
  if (conversationStore(db).keepBeside(about, of.bytes)) items.set(about, of);
  return fresh;
}

/** The next moment at which the view of a conversation changes. */
export function nextMoment({ now }: QueryCall, about: Conversation): number {
  const coming = momentsOf(about).filter((at) => at > now);
  return Math.min(...coming, Number.POSITIVE_INFINITY);
}

const held = new WeakMap<ConversationView, number>();

/** Stores until when a caller's view stays the same, if nothing else was read for it. */
export function holdUntil(view: ConversationView, until: number): void {
  held.set(view, until);
}

/** The time from which a caller's view may differ; 0 if it depends on other things, too. */
export function heldUntil(view: ConversationView): number {
  return held.get(view) ?? 0;
}

/** Times at which a possible action ends. */
function momentsOf(conversation: Conversation): readonly number[] {
  const { checkpoints, payment } = conversation;
  const afterwords = afterwordsUntil(conversation);
  const open = checkpoints.filter((it) => it.status === "open");
  const { captureBefore = null, releasedAt = null } = payment ?? {};
  return [
    ...open.map((it) => it.expiresAt),
    ...(conversation.proposals ?? []).map((it) => it.validUntil),
    ...(captureBefore === null ? [] : [captureBefore]),
    ...(releasedAt === null ? [] : [refundBefore(releasedAt)]),
    ...(afterwords === undefined ? [] : [afterwords]),
  ];
}

/** A call that notices whether anything besides the conversation was read. */
export function watchReads(call: QueryCall): {
  readonly call: QueryCall;
  hasRead(): boolean;
} {
  let hasRead = false;
  return {
    call: {
      ...call,
      get db() {
        hasRead = true;
        return call.db;
      },
      // An earlier read by the call, for another list item, counts as well.
      get attempt() {
        hasRead = true;
        return call.attempt;
      },
    },
    hasRead: () => hasRead,
  };
}
