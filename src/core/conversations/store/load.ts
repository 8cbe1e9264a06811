import type { QueryCall } from "../../access/context.ts";
import type { Guest } from "../../access/principal.ts";
import { breathe } from "../../base/breathe.ts";
import { LIMITS } from "../../base/limits.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { charsOf } from "../model/weight.ts";
import type { ConversationView } from "../projection/present.ts";
import { participantAt } from "../projection/present_message.ts";
import { presentTo } from "../projection/present_to.ts";
import { guestStore } from "./guest_store.ts";
import type { Seat } from "./store.ts";
import { conversationStore } from "./store.ts";
import type { Window } from "./window.ts";
import { shownOf } from "./window.ts";

/** A conversation together with the caller's place in it. */
export interface Seated {
  readonly conversation: Conversation;
  readonly seat: Seat;
  readonly me: Participant;
}

/**
 * Loads a conversation for a member of it.
 * @throws conversation_not_found, for an absent and a foreign one alike.
 */
export async function loadForMember(
  call: QueryCall,
  conversationId: string,
): Promise<Seated> {
  const seat = await seatOf(call, conversationId);
  const conversation = await conversationStore(call.db).load(
    conversationId,
    seat.version,
  );
  return { conversation, seat, me: participantAt(conversation, seat.position) };
}

async function seatOf(call: QueryCall, conversationId: string): Promise<Seat> {
  const { guest, accountId } = call.member;
  const seat = guest
    ? await guestSeat(call, guest, conversationId)
    : await conversationStore(call.db).seat(conversationId, accountId);
  if (!seat) throw notFound();
  return seat;
}

/** A guest has the one seat that they were invited to, until an account takes it. */
async function guestSeat(
  { db }: QueryCall,
  guest: Guest,
  conversationId: string,
): Promise<Seat | undefined> {
  if (guest.conversationId !== conversationId) return undefined;
  const seat = await guestStore(db).at(conversationId, guest.position);
  return seat?.accountId === null ? seat : undefined;
}

/** The same to show it: messages that the window leaves out may have no content. */
export async function outlineForMember(
  call: QueryCall,
  conversationId: string,
  window: Window,
): Promise<Seated> {
  const seat = await seatOf(call, conversationId);
  const conversation = await conversationStore(call.db).outline(
    conversationId,
    seat.version,
    seat.position,
    window,
  );
  return { conversation, seat, me: participantAt(conversation, seat.position) };
}

/** The same without its messages. */
export async function frameForMember(
  call: QueryCall,
  conversationId: string,
): Promise<Seated> {
  const seat = await seatOf(call, conversationId);
  const store = conversationStore(call.db);
  const conversation = await store.frame(conversationId, seat.version);
  return { conversation, seat, me: participantAt(conversation, seat.position) };
}

/**
 * What a page of seats stands for, in the page's order: fewer than there are seats
 * once they are as much as an answer may be.
 */
export async function presentSeats(
  call: QueryCall,
  seats: readonly Seat[],
  window: Window,
): Promise<ConversationView[]> {
  const store = conversationStore(call.db);
  const views: ConversationView[] = [];
  let bytes = 0;
  for (const seat of seats) {
    const { conversationId, version, position } = seat;
    const conversation = await store.outline(
      conversationId,
      version,
      position,
      window,
    );
    const before = bytes;
    bytes += shownOf(conversation, position, window).bytes;
    bytes += waitingBytes(conversation);
    if (bytes > LIMITS.answerBytesMax && views.length > 0) break;
    // To make a view of much takes its time: others come between.
    if (crosses(BREATH_BYTES, before, bytes)) await breathe();
    views.push(await presentTo(call, conversation, seat, window));
  }
  return views;
}

/** What waits for a decision is shown whole on its card. */
function waitingBytes({ checkpoints }: Conversation): number {
  return checkpoints.reduce(
    (sum, { proposal }) => sum + (proposal ? 2 * charsOf(proposal).all : 0),
    0,
  );
}

const BREATH_BYTES = 256 * 1024;

function crosses(step: number, before: number, after: number): boolean {
  return Math.floor(before / step) < Math.floor(after / step);
}

function notFound(): ServiceError {
  return new ServiceError("conversation_not_found", {
    detail: "Cannot find this conversation.",
  });
}
