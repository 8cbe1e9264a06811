import { fitting } from "../../../base/json.ts";
import type { Shown, Window } from "../../acts/store/window.ts";
import { shownOf } from "../../acts/store/window.ts";
import { canRead, canReadFile } from "../../model/audience.ts";
import type { Conversation } from "../../model/model.ts";
import type { MessageView, Viewing } from "./present_message.ts";
import { presentMessage } from "./present_message.ts";

/** The messages shown to one viewer, in the viewer's form. */
export interface MessagePage {
  readonly messages: MessageView[];
  readonly messagesOmitted: number;
  /** The oldest of them, if there are older ones. */
  readonly before?: string;
}

/** A viewer's window on a thread, and the messages it was chosen from. */
export function shownThread(
  conversation: Conversation,
  by: Viewing,
  window: Window,
): MessagePage & { readonly shown: Shown } {
  const { position } = by.viewer;
  const shown = shownOf(conversation, position, window);
  const names = { has: (id: string) => isKnown(conversation, position, id) };
  const messages = shown.messages.map((message) =>
    presentMessage(conversation, message, by, names),
  );
  const { omitted: messagesOmitted } = shown;
  const [oldest] = messages;
  const before = messagesOmitted > 0 && oldest;
  return {
    shown,
    messages,
    messagesOmitted,
    ...(before && { before: before.messageId }),
  };
}

/** True for a loaded message or file that a participant may know of. */
export function isKnown(
  conversation: Conversation,
  position: number,
  id: string,
): boolean {
  const { messages, artifacts } = conversation;
  const message = messages.findLast((it) => it.id === id);
  if (message) return canRead(message, position);
  const file = artifacts.find((it) => it.id === id);
  return file !== undefined && canReadFile(conversation, file, position);
}

/** A thread with as many of its newest messages as fit, at least one. Pure. */
export function newestThatFit<T extends MessagePage>(
  view: T,
  room: number,
  weigh: (message: MessageView) => number,
): T {
  const newest = view.messages.toReversed();
  const messages = fitting(newest, room, weigh).toReversed();
  const [oldest] = messages;
  const left = view.messages.length - messages.length;
  const messagesOmitted = view.messagesOmitted + left;
  const before = oldest && { before: oldest.messageId };
  return {
    ...view,
    messages,
    messagesOmitted,
    ...(messagesOmitted > 0 && before),
  };
}
