import type { Caller, QueryCall, Via } from "../../../access/context.ts";
import type { Acting } from "../../../access/principal.ts";
import type { Language } from "../../../base/words/languages.ts";
import { USUAL_LANGUAGE } from "../../../base/words/languages.ts";
import type { Conversation } from "../../model/model.ts";
import { refundBefore } from "../../model/shown/present_payment.ts";
import { afterwordsUntil } from "../../model/states.ts";
import type { ConversationView } from "./present.ts";

/** What one caller was told of a view, and from when on it may be otherwise. */
export interface ToldView {
  readonly view: ConversationView;
  readonly until: number;
}

// A view, an identity and its limits are values that do not change: who comes again
// with the same over the same wire, which decides whom a message usually reaches, is
// told the same, unless something else was read or a time has come.
const kept = new WeakMap<
  ConversationView,
  WeakMap<Acting, Map<Way, ToldView>>
>();

/** What decides beside the caller what they are told: the wire and the language. */
type Way = `${Via} ${Language}`;

function wayOf({ via, language = USUAL_LANGUAGE }: Caller): Way {
  return `${via} ${language}`;
}

/** What the caller was told of this view already, if it still holds. */
export function toldBefore(
  { member, now, caller }: QueryCall,
  view: ConversationView,
): ToldView | undefined {
  const told = kept.get(view)?.get(member)?.get(wayOf(caller));
  return told && now < told.until ? told : undefined;
}

/** Keeps what a caller was told, until the moment that may change it. */
export function keepTold(
  { member, caller }: QueryCall,
  view: ConversationView,
  told: ToldView,
): void {
  const ofView = kept.get(view) ?? new WeakMap<Acting, Map<Way, ToldView>>();
  const ofMember = ofView.get(member) ?? new Map<Way, ToldView>();
  ofMember.set(wayOf(caller), told);
  ofView.set(member, ofMember);
  kept.set(view, ofView);
}

/** The next moment that changes what somebody is told of a conversation. */
export function nextMoment({ now }: QueryCall, about: Conversation): number {
  const coming = momentsOf(about).filter((at) => at > now);
  return Math.min(...coming, Number.POSITIVE_INFINITY);
}

const held = new WeakMap<ConversationView, number>();

/** Notes until when a caller is told the same, if nothing else was read for it. */
export function holdUntil(view: ConversationView, until: number): void {
  held.set(view, until);
}

/** The time from which on a caller may be told otherwise; 0 if other things decide, too. */
export function heldUntil(view: ConversationView): number {
  return held.get(view) ?? 0;
}

/** Times at which something that could be done no longer can. */
function momentsOf(conversation: Conversation): readonly number[] {
  const { checkpoints, payment } = conversation;
  const afterwords = afterwordsUntil(conversation);
  const open = checkpoints.filter((it) => it.status === "open");
  const { captureBefore = null, releasedAt = null } = payment ?? {};
  return [
    ...open.map((it) => it.expiresAt),
    ...(captureBefore === null ? [] : [captureBefore]),
    ...(releasedAt === null ? [] : [refundBefore(releasedAt)]),
    ...(afterwords === undefined ? [] : [afterwords]),
  ];
}

/** A call that notices whether anything beside the conversation was read. */
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
      // What the call has read before, for another item of a list, is read as well.
      get attempt() {
        hasRead = true;
        return call.attempt;
      },
    },
    hasRead: () => hasRead,
  };
}
