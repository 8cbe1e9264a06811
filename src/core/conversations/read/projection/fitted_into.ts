import { sizeOf } from "../../../base/json.ts";
import type { Window } from "../../acts/store/window.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import { withoutSaid } from "./present_checkpoint.ts";
import type { MessageView } from "./present_message.ts";
import type { MessagePage } from "./shown_thread.ts";
import { newestThatFit } from "./shown_thread.ts";

interface Asking extends MessagePage {
  readonly checkpoints: CheckpointView[];
}

/**
 * A conversation as large as its window lets it be, in which no checkpoint repeats the
 * words of a message that the answer shows. Pure, but for the sizes that it keeps.
 */
export function fittedInto<T extends Asking>(
  view: T,
  window: Window,
  sizes: Map<object, unknown> | undefined,
): T {
  const all = saidOnce(view, window);
  const { isOfAll = false, bytes } = window;
  const { messages } = view;
  if (!isOfAll || messages.length < 2) return all;
  const weigh = (it: MessageView) => sizeOfMessage(it, sizes);
  const frame = sizeOf({ ...all, messages: [] });
  let size = frame + messages.length - 1;
  for (const it of messages) size += weigh(it);
  if (size <= bytes) return all;
  // A checkpoint has the words of messages no longer shown.
  const whole = all === view ? frame : sizeOf({ ...view, messages: [] });
  return saidOnce(newestThatFit(view, bytes - whole, weigh), window);
}

/** A view of a message is shown again by each answer to what follows it. */
function sizeOfMessage(
  view: MessageView,
  sizes: Map<object, unknown> | undefined,
): number {
  const known = sizes?.get(view);
  if (known !== undefined) return known as number;
  const size = sizeOf(view);
  sizes?.set(view, size);
  return size;
}

function saidOnce<T extends Asking>(
  view: T,
  { count, beside = [] }: Window,
): T {
  const { messages, checkpoints } = view;
  if (checkpoints.length === 0) return view;
  const said = new Set([...beside, ...messages.map((it) => it.messageId)]);
  const isSaid = (id: string) => count === 0 || said.has(id);
  return {
    ...view,
    checkpoints: checkpoints.map((it) => withoutSaid(it, isSaid)),
  };
}
