import type { QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import type { FileFacts } from "../../../review/facts.ts";
import type { FurtherFacts } from "../../../review/review.ts";
import type { Action } from "../../model/acts.ts";
import {
  isOutside,
  isToSelf,
  participantAt,
  readersOf,
} from "../../model/audience.ts";
import type {
  Artifact,
  Conversation,
  PendingMessage,
} from "../../model/model.ts";
import { contentDigest } from "../../model/parts.ts";
import { acceptFacts, wouldAccept } from "../checkpoints/may_accept.ts";
import { carriedBy, judgedIn } from "./added_files.ts";

/** The act that another message is in its conversation: whether it accepts the request. */
export function actOf(
  conversation: Conversation,
  message: PendingMessage,
): "reply" | "outward" {
  return accepts(conversation, message) ? "reply" : "outward";
}

/** True if posting a message accepts the request that it answers. */
function accepts(conversation: Conversation, message: PendingMessage): boolean {
  if (message.asksFirst || isToSelf(message)) return false;
  const author = participantAt(conversation, message.author);
  return wouldAccept(conversation, author);
}

/** The exact act: who reads what. It contains the message's digest, not its text. */
export function messageAction(
  conversation: Conversation,
  message: PendingMessage,
  act: "reply" | "outward",
): Action<"reply" | "outward"> {
  const { id, mode, inReplyTo } = message;
  const files = carriedBy([message]);
  return {
    act,
    conversationId: conversation.id,
    messageId: id,
    mode,
    ...(inReplyTo !== null && { inReplyTo }),
    recipients: readersOf(conversation, message).map((it) => ({
      address: it.address,
      account: it.accountId !== null,
    })),
    sha256: contentDigest(message),
    artifacts: attachedTo(conversation, message).map((file) => ({
      artifactId: file.id,
      name: file.name,
      sha256: file.sha256,
    })),
    ...(files.length > 0 && { files }),
  };
}

/** The facts of a message for the rules, for the caller. */
export async function messageFacts(
  call: QueryCall,
  conversation: Conversation,
  message: PendingMessage,
): Promise<FurtherFacts> {
  const isAccepting = accepts(conversation, message);
  return {
    ...(await acceptFacts(call, conversation, isAccepting)),
    artifacts: filesOf(conversation, message),
    outsiders: outsidersOf(conversation, message),
    maySendOutward: hasScope(call.member, "outward:send"),
  };
}

/** The addresses outside this service that it would reach; none before payment. */
export function outsidersOf(
  conversation: Conversation,
  message: PendingMessage,
): readonly string[] {
  if (conversation.payment?.status === "requires_payment") return [];
  return readersOf(conversation, message)
    .filter(isOutside)
    .map((it) => it.address);
}

/** All files of a message: the artifacts that it names and the parts that it contains. */
function filesOf(
  conversation: Conversation,
  message: PendingMessage,
): readonly FileFacts[] {
  return [...attachedTo(conversation, message), ...judgedIn([message])];
}

function attachedTo(
  { artifacts }: Conversation,
  { artifactIds }: PendingMessage,
): readonly Artifact[] {
  return artifacts.filter((file) => artifactIds.includes(file.id));
}
