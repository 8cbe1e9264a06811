import { canRead } from "../model/audience.ts";
import type { Conversation, Message, Participant } from "../model/model.ts";
import { paidIn } from "../model/trust.ts";
import type { Shown, Window } from "../store/window.ts";
import { READ_WINDOW, shownOf, shownWith } from "../store/window.ts";
import { growing, grown, keptCharsOf } from "./growing_list.ts";
import type { MessageView, Viewing } from "./present_message.ts";
import { knownTo, presentMessage, slotOf } from "./present_message.ts";

/** The messages that one viewer is shown, in the viewer's form. */
export interface ShownThread {
  readonly shown: Shown;
  /** Shared by all answers that show the same. */
  readonly views: MessageView[];
}

/** The same with what it rests on. */
interface KeptThread
  extends ShownThread,
    Pick<Conversation, "participants" | "artifacts" | "contactType"> {
  readonly paid: ReturnType<typeof paidIn>;
  readonly messages: readonly Message[];
}

/** A thread with fewer messages is shown anew in less time than it is kept. */
const KEPT_FROM = 5;

// By the first message, which all versions of a thread share, then by reader and language.
const kept = new WeakMap<Message, KeptThread[]>();

/**
 * What a viewer is shown of a thread. A thread that was shown whole goes on from what was
 * shown of it before, so that an append costs what is new.
 */
export function shownThread(
  conversation: Conversation,
  by: Viewing,
  window: Window,
): ShownThread {
  const [first] = conversation.messages;
  if (!first || !isUsual(window)) {
    return madeThread(conversation, by, window);
  }
  const known = kept.get(first) ?? [];
  const slot = slotOf(by);
  const before = known[slot];
  const thread =
    (before && continued(before, conversation, by)) ??
    madeThread(conversation, by, window);
  if (thread.shown.omitted === 0 && thread.views.length >= KEPT_FROM) {
    const { participants, artifacts, contactType, messages } = conversation;
    known[slot] = {
      ...thread,
      participants,
      artifacts,
      contactType,
      messages,
      paid: paidIn(conversation),
    };
    kept.set(first, known);
  }
  return thread;
}

/** True for what a read shows that asks for no other stretch. */
function isUsual({ count, bytes, before, isItem }: Window): boolean {
  const isAsWide = count === READ_WINDOW.count && bytes === READ_WINDOW.bytes;
  return isAsWide && before === undefined && !isItem;
}

/** Characters of the JSON that is kept of a thread, for all its viewers. */
export function shownChars({
  messages: [first],
}: Pick<Conversation, "messages">): number {
  const threads = first && kept.get(first);
  if (!threads) return 0;
  // A viewer without a thread leaves a hole.
  return threads.reduce((sum, it) => sum + keptCharsOf(it.views), 0);
}

function madeThread(
  conversation: Conversation,
  by: Viewing,
  window: Window,
): ShownThread {
  const { viewer } = by;
  const names = knownTo(conversation, viewer.position);
  const shown = shownOf(conversation, viewer.position, window);
  const views = shown.messages.map((message) =>
    presentMessage(conversation, message, by, names),
  );
  return { shown, views: growing(views) };
}

/** The thread with what came since; undefined if what was shown may be otherwise by now. */
function continued(
  before: KeptThread,
  conversation: Conversation,
  by: Viewing,
): ShownThread | undefined {
  const { viewer } = by;
  const { messages, page } = conversation;
  const isSame =
    page === undefined &&
    before.participants === conversation.participants &&
    before.artifacts === conversation.artifacts &&
    before.contactType === conversation.contactType &&
    before.paid === paidIn(conversation) &&
    before.messages.every((it, at) => it === messages[at]);
  if (!isSame) return undefined;
  let { shown, views } = before;
  const names = { has: (id: string) => isReadable(conversation, viewer, id) };
  for (const message of messages.slice(before.messages.length)) {
    // A file may come into sight with it.
    if (message.artifactIds.length > 0) return undefined;
    if (!canRead(message, viewer.position)) continue;
    const more = shownWith(shown, message, READ_WINDOW);
    if (!more) return undefined;
    shown = more;
    const view = presentMessage(conversation, message, by, names);
    views = grown(views, view);
  }
  return { shown, views };
}

/** True for a message that the viewer may know of. */
function isReadable(
  { messages }: Conversation,
  { position }: Participant,
  id: string,
): boolean {
  const named = messages.findLast((it) => it.id === id);
  return named !== undefined && canRead(named, position);
}
