import type { Conversation } from "../api/types.ts";
import { CLOSED_STATES } from "../ui/words.ts";
import type { Own } from "./parties.ts";

/** How the person can end a conversation, in the words of their part in it. */
export interface Ending {
  /** What the button does. */
  readonly act: string;
  /** What the dialog before it is called. */
  readonly title: string;
  /** What is said of it afterwards. */
  readonly done: string;
}

const CANCEL: Ending = {
  act: "Cancel request",
  title: "Cancel this request",
  done: "The request is canceled",
};
const DECLINE: Ending = {
  act: "Decline request",
  title: "Decline this request",
  done: "The request is declined",
};
const STOP: Ending = {
  act: "Stop the work",
  title: "Stop the work on this",
  done: "The work is stopped",
};

/** The one way to end it; none where a question on the screen is that way. Pure. */
export function endingOf(
  { state, checkpoints }: Conversation,
  own: Own,
): Ending | undefined {
  if (CLOSED_STATES.includes(state)) return undefined;
  if (own.isSender) return CANCEL;
  if (!own.isAddressed) return undefined;
  const isAsked = checkpoints.some(
    ({ act, status }) => act === "accept" && status === "open",
  );
  if (isAsked) return undefined;
  return state === "submitted" ? DECLINE : STOP;
}
