import { toldAsIs } from "../../core/base/words/sentence.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import { invalid } from "../../core/errors/field_errors.ts";
import { roomBeside } from "../bound.ts";
import { textPart } from "./fits.ts";
import { calledBy, messagePart } from "./messages.ts";
import type { PartAsked } from "./part_asked.ts";
import type { Viewer } from "./presentation.ts";

/**
 * One message, or a waiting one, from an offset on; a long text is read by repeated calls as
 * `next` says.
 * @throws invalid_input if it does not exist
 */
export function askedPart(
  view: ConversationView,
  reader: Viewer,
  { checkpointId, offset }: PartAsked,
): object {
  const { state, conversationId, contextId } = view;
  const room = roomBeside({});
  const [message] = view.messages;
  const part =
    checkpointId !== undefined
      ? proposalPart(view, checkpointId, { offset, room })
      : message &&
        messagePart(message, calledBy(view, reader), { offset, room });
  if (!part) {
    const name = checkpointId === undefined ? "messageId" : "checkpointId";
    const why = toldAsIs(`must be a ${name} of this conversation`);
    throw invalid(`/${name}`, "unknown_part", why);
  }
  return { state, conversationId, contextId, messages: [part] };
}

function proposalPart(
  { checkpoints }: ConversationView,
  checkpointId: string,
  { offset, room }: { readonly offset: number; readonly room: number },
): object | undefined {
  const found = checkpoints.find((it) => it.checkpointId === checkpointId);
  const { text } = found?.proposal ?? {};
  return text === undefined
    ? undefined
    : { checkpointId, ...textPart(text, offset, room) };
}
