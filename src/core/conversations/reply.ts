import type { CommandCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { reviewOutward } from "../review/review.ts";
import {
  answeredBy,
  audienceOf,
  canRead,
  isForAgentsOnly,
} from "./audience.ts";
import { addMessage, move, newSalt } from "./change.ts";
import { acceptIfAsked } from "./checkpoint.ts";
import { invalid, isEmpty } from "./compose.ts";
import type { Conversation, Message, Part, Participant } from "./model.ts";
import { textOf } from "./present_message.ts";
import { inviteOutsiders, noteReview } from "./submit.ts";

/** What a reply says and to whom. */
export interface Reply {
  readonly parts: readonly Part[];
  readonly mode: "reply" | "reply-all";
  readonly inReplyTo?: string | undefined;
  readonly artifactIds: readonly string[];
}

/**
 * Appends a message. A recipient's first one accepts the request
 * (decisions.md C, row 12).
 * @throws invalid_input, artifact_not_found, quota_exceeded, review_denied
 */
export async function reply(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  { parts, mode, inReplyTo, artifactIds }: Reply,
): Promise<Conversation> {
  if (isEmpty(parts) && artifactIds.length === 0) {
    throw invalid("/text", "required", "the message is empty");
  }
  checkRoom(conversation, parts);
  checkArtifacts(conversation, author, artifactIds);
  const answered = answeredBy(conversation, author, inReplyTo);
  if (inReplyTo !== undefined && !answered) {
    throw invalid("/inReplyTo", "unknown", "no such message here");
  }
  const message: Message = {
    id: call.newId("message"),
    seq: conversation.messages.length + 1,
    author: author.position,
    authorKind: call.member.kind,
    mode,
    inReplyTo: answered?.id ?? null,
    parts,
    artifactIds,
    audience: audienceOf(conversation, author, mode, answered),
    salt: newSalt(call),
    createdAt: call.now,
  };
  const started = startedBy(call, conversation, author);
  return await inviteAgain(call, addMessage(call, started, message), message);
}

/** Work starts with the first thing an addressed account does. */
export function startedBy(
  call: CommandCall,
  conversation: Conversation,
  actor: Participant,
): Conversation {
  if (conversation.state !== "submitted" || actor.role !== "to") {
    return conversation;
  }
  // What the service says by itself accepts nothing on behalf of others.
  if (actor.kind === "service" && !isForAgentsOnly(conversation)) {
    return conversation;
  }
  const accepted = acceptIfAsked(call, conversation, actor.accountId);
  return move(call, accepted, "submitted", "start");
}

function checkRoom({ messages }: Conversation, parts: readonly Part[]): void {
  let chars = textOf(parts).length;
  for (const message of messages) chars += textOf(message.parts).length;
  if (
    messages.length < LIMITS.messagesMax &&
    chars <= LIMITS.conversationCharsMax
  ) {
    return;
  }
  throw new ServiceError("quota_exceeded", {
    detail: "Cannot append: the conversation is full. Start a follow-up.",
  });
}

function checkArtifacts(
  { artifacts }: Conversation,
  author: Participant,
  artifactIds: readonly string[],
): void {
  for (const [index, id] of artifactIds.entries()) {
    const found = artifacts.find((file) => file.id === id);
    if (found && canRead(found, author.position)) continue;
    throw new ServiceError("artifact_not_found", {
      detail: "Cannot attach: no such artifact in this conversation.",
      errors: [
        {
          pointer: `/artifactIds/${index}`,
          code: "artifact_not_found",
          detail: "add it to this conversation first",
        },
      ],
    });
  }
}

/** Ordinary addresses among the readers hear that there is more to read. */
async function inviteAgain(
  call: CommandCall,
  conversation: Conversation,
  message: Message,
): Promise<Conversation> {
  const outside = conversation.participants.some(
    (it) => it.accountId === null && canRead(message, it.position),
  );
  const isUnpaid = conversation.payment?.status === "requires_payment";
  if (!outside || isUnpaid) return conversation;
  const action = {
    act: "outward",
    conversationId: conversation.id,
    messageId: message.id,
  };
  const { review, grants } = reviewOutward(call, action, {
    artifacts: conversation.artifacts.filter((file) =>
      message.artifactIds.includes(file.id),
    ),
  });
  if (!grants) {
    throw new ServiceError("review_denied", {
      detail: "Cannot append: the security review denied it.",
      extra: { rules: review.rules },
    });
  }
  noteReview(call, conversation, review);
  return await inviteOutsiders(call, grants, conversation, message.audience);
}
