import type { QueryCall, Via } from "../../access/context.ts";
import type { Acting } from "../../access/principal.ts";
import type { Conversation } from "../model/model.ts";
import type { ConversationView } from "./present.ts";
import { refundBefore } from "./present_payment.ts";

/** What one caller was told of a view, and from when on it may be otherwise. */
interface Told {
  readonly view: ConversationView;
  readonly until: number;
}

// A view, an identity and its limits are values that do not change: who comes again
// with the same over the same wire, which decides whom a message usually reaches, is
// told the same, unless something else was read or a time has come.
const kept = new WeakMap<ConversationView, WeakMap<Acting, Map<Via, Told>>>();

/** What the caller was told of this view already, if it still holds. */
export function toldBefore(
  { member, now, caller }: QueryCall,
  view: ConversationView,
): ConversationView | undefined {
  const told = kept.get(view)?.get(member)?.get(caller.via);
  return told && now < told.until ? told.view : undefined;
}

/** Keeps what a caller was told, until the next moment that changes it. */
export function keepTold(
  { member, now, caller }: QueryCall,
  conversation: Conversation,
  view: ConversationView,
  told: ConversationView,
): void {
  const ofView = kept.get(view) ?? new WeakMap<Acting, Map<Via, Told>>();
  const until = Math.min(
    ...momentsOf(conversation).filter((at) => at > now),
    Number.POSITIVE_INFINITY,
  );
  const ofMember = ofView.get(member) ?? new Map<Via, Told>();
  ofMember.set(caller.via, { view: told, until });
  ofView.set(member, ofMember);
  kept.set(view, ofView);
}

/** Times at which something that could be done no longer can. */
function momentsOf({ checkpoints, payment }: Conversation): readonly number[] {
  const open = checkpoints.filter((it) => it.status === "open");
  const { captureBefore = null, releasedAt = null } = payment ?? {};
  return [
    ...open.map((it) => it.expiresAt),
    ...(captureBefore === null ? [] : [captureBefore]),
    ...(releasedAt === null ? [] : [refundBefore(releasedAt)]),
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
    },
    hasRead: () => hasRead,
  };
}
