import type { Static } from "typebox";
import type { MessageSchema } from "../core/conversations/model/content_schemas.ts";
import type { ConversationSchema } from "../core/conversations/model/schemas.ts";

type Conversation = Static<typeof ConversationSchema>;
type Message = Static<typeof MessageSchema>;

/** A message shown with a task's state. */
export interface StatusMessage {
  readonly metadata: object;
  readonly [member: string]: unknown;
}

function senderOf({ participants }: Conversation): Participant | undefined {
  return participants.find((it) => it.role === "sender");
}

type Participant = Conversation["participants"][number];

/** A message as an A2A Message. */
export function toMessage(
  conversation: Conversation,
  message: Message,
): StatusMessage {
  const { id, contextId } = conversation;
  const { messageId, author, actor, mode, inReplyTo, artifactIds } = message;
  const { createdAt, trust, a2a = {} } = message;
  const { extensions, referenceTaskIds, metadata } = a2a;
  return {
    messageId: a2a.messageId ?? messageId,
    contextId,
    taskId: id,
    role: isBy(senderOf(conversation), author) ? "ROLE_USER" : "ROLE_AGENT",
    parts: partsOf(message),
    ...(extensions && { extensions }),
    ...(referenceTaskIds && { referenceTaskIds }),
    metadata: {
      ...metadata,
      svc: {
        messageId,
        author,
        actor,
        mode,
        ...(message.accept === false && { accept: false }),
        ...(inReplyTo !== undefined && { inReplyTo }),
        artifactIds,
        createdAt,
        trust,
      },
    },
  };
}

/** Each part with the fields its sender added. */
function partsOf({ parts, a2a }: Message): readonly object[] {
  const metadata = a2a?.partMetadata;
  if (!metadata) return parts;
  return parts.map((part, index) => {
    const own = metadata[index];
    return own ? { ...part, metadata: own } : part;
  });
}

/** ROLE_USER is the sender's side, ROLE_AGENT the recipients'. */
function isBy(
  sender: Participant | undefined,
  author: Message["author"],
): boolean {
  return author.accountId === undefined
    ? author.address === sender?.address
    : author.accountId === sender?.accountId;
}
