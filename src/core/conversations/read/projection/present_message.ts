import type { Static } from "typebox";
import { showTime } from "../../../base/time.ts";
import { LANGUAGES } from "../../../base/words/languages.ts";
import type { Say } from "../../../base/words/say.ts";
import { isToSelf, participantAt } from "../../model/audience.ts";
import type { MessageSchema } from "../../model/content_schemas.ts";
import type {
  Conversation,
  Message,
  Part,
  Participant,
} from "../../model/model.ts";
import { textOf } from "../../model/parts.ts";
import { presentAuthor } from "../../model/shown/present_actor.ts";
import { paidIn, trustOf } from "../../model/shown/trust.ts";

export type MessageView = Static<typeof MessageSchema>;

/** The reader, and their language. */
export interface Viewing {
  readonly viewer: Participant;
  readonly say: Say;
}

/** The cache slot for a reader and a language. */
function slotOf({ viewer, say }: Viewing): number {
  return viewer.position * LANGUAGES.length + LANGUAGES.indexOf(say.language);
}

/**
 * A message as it was shown to one viewer, and what that rested on: kept by message, then
 * by reader and language. A message that is hidden from a viewer stays hidden; a file may
 * come into sight.
 */
interface ShownMessage {
  readonly author: Participant;
  readonly viewer: Participant;
  readonly paid: number | null;
  readonly contactType: string;
  readonly view: MessageView;
}

/**
 * A message for one viewer, with the service's trust. It names nothing that they may not know
 * of.
 */
export function presentMessage(
  conversation: Conversation,
  message: Message,
  by: Viewing,
  names: Pick<ReadonlySet<string>, "has">,
): MessageView {
  const { viewer } = by;
  const slot = slotOf(by);
  const { contactType } = conversation;
  const author = participantAt(conversation, message.author);
  const paid = paidIn(conversation);
  const kept = conversation.shown?.get(message);
  const shown = (kept ?? []) as ShownMessage[];
  const known = shown[slot];
  const artifactIds = message.artifactIds.filter((id) => names.has(id));
  if (
    known?.author === author &&
    known.viewer === viewer &&
    known.paid === paid &&
    known.contactType === contactType &&
    known.view.artifactIds.length === artifactIds.length
  ) {
    return known.view;
  }
  const { inReplyTo } = message;
  const view = {
    ...messageView(conversation.id, message, author),
    actor: presentAuthor(message, author, by),
    ...(inReplyTo !== null && names.has(inReplyTo) && { inReplyTo }),
    artifactIds,
    trust: trustOf(conversation, author, viewer),
  };
  shown[slot] = { author, viewer, paid, contactType, view };
  if (!kept) conversation.shown?.set(message, shown);
  return view;
}

/** The part of a message that is the same for all its readers. */
function messageView(
  conversationId: string,
  message: Message,
  author: Participant,
) {
  return {
    messageId: message.id,
    conversationId,
    author: {
      address: author.address,
      displayName: author.displayName,
      // One at another service acts here by what its service said, whatever it is.
      kind: author.remote ? author.kind : message.authorKind,
      ...(author.accountId !== null && { accountId: author.accountId }),
    },
    mode: message.mode,
    ...(message.asksFirst && { accept: false as const }),
    ...(isToSelf(message) && { onlyYou: true as const }),
    text: textOf(message.parts),
    parts: message.parts as Part[],
    ...(message.a2a && { a2a: message.a2a }),
    createdAt: showTime(message.createdAt),
  };
}
