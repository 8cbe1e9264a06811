import { fitting, sizeOf } from "../../core/base/json.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { Rest } from "../outputs.ts";
import { textPart } from "./fits.ts";

type Message = ConversationView["messages"][number];
type Proposal = ConversationView["checkpoints"][number]["proposal"];

/** Shortens long proposals, like a message that is too long alone. */
export function shortProposals(whole: ConversationView) {
  const rest: Rest[] = [];
  const checkpoints = whole.checkpoints.map((it) => {
    if (sizeOf(withoutRaw(it.proposal)) <= MESSAGE_BYTES_MIN) return it;
    const proposal = shortProposal(it.proposal);
    const isCut = proposal.text !== it.proposal.text;
    if (isCut) {
      rest.push(...restOf(whole, it.proposal, proposal, it.checkpointId));
    }
    return { ...it, proposal };
  });
  return { checkpoints, rest };
}

/** Counts bytes, which are not shown. */
function withoutRaw({ parts, ...proposal }: Proposal): object {
  return { ...proposal, parts: parts?.map(({ raw: _raw, ...it }) => it) };
}

/** A part of its text, and its first files and recipients. */
function shortProposal(whole: Proposal): Proposal {
  const { text, parts, ...proposal } = whole;
  return {
    ...proposal,
    ...(text !== undefined &&
      cut({ text, parts: parts ?? [] }, MESSAGE_BYTES_MIN)),
    artifacts: fitting(proposal.artifacts, MESSAGE_BYTES_MIN),
    recipients: fitting(proposal.recipients, MESSAGE_BYTES_MIN),
  };
}

/** The bytes of the newest message that are always shown. */
export const MESSAGE_BYTES_MIN = 4_000;

/** Cuts a message that is too long alone to the first part of its text. */
export function cut<T extends Pick<Message, "text" | "parts">>(
  message: T,
  bytesMax: number,
): T {
  // The text is in `text` and in `parts`; half of the room is for the rest.
  const { text } = textPart(message.text, 0, bytesMax / 4);
  return { ...message, text, parts: [{ text }] };
}

/** The call that continues a cut text. */
export function restOf(
  { conversationId }: Pick<ConversationView, "conversationId">,
  whole: { readonly text?: string; readonly messageId?: string },
  { text: shown = "" }: { readonly text?: string },
  checkpointId?: string,
): readonly Rest[] {
  const named = checkpointId
    ? { checkpointId }
    : { messageId: whole.messageId };
  const read = { conversationId, ...named, offset: shown.length };
  return [{ tool: "svc.get_conversation", arguments: read }];
}
