import { hasScope } from "../access.ts";
import type { QueryCall } from "../context.ts";
import { canonicalJson, sha256 } from "../digest.ts";
import type { FileFacts, OutwardFacts } from "../review/rules.ts";
import type { Action } from "./acts.ts";
import { carriedBy, judgedIn } from "./added_files.ts";
import { readersOf } from "./audience.ts";
import type { Artifact, Conversation, Proposal } from "./model.ts";
import { IN_WORK } from "./waiting.ts";

/** The exact act: who reads what. It holds no word of the message, but its digest. */
export function outwardAction(
  conversation: Conversation,
  message: Proposal,
): Action {
  const { id, mode, inReplyTo, parts } = message;
  const files = carriedBy([message]);
  return {
    act: IN_WORK.outward,
    conversationId: conversation.id,
    messageId: id,
    mode,
    ...(inReplyTo !== null && { inReplyTo }),
    recipients: readersOf(conversation, message).map((it) => ({
      address: it.address,
      account: it.accountId !== null,
    })),
    sha256: sha256(canonicalJson({ parts })),
    artifacts: attachedTo(conversation, message).map((file) => ({
      artifactId: file.id,
      name: file.name,
      sha256: file.sha256,
    })),
    ...(files.length > 0 && { files }),
  };
}

/** What the rules judge about it, in the caller's name. */
export function outwardFacts(
  { member }: QueryCall,
  conversation: Conversation,
  message: Proposal,
): OutwardFacts {
  return {
    byAgent: member.kind === "agent",
    artifacts: filesOf(conversation, message),
    outsiders: readersOf(conversation, message)
      .filter((it) => it.accountId === null)
      .map((it) => it.address),
    maySendOutward: hasScope(member, "outward:send"),
  };
}

/** Every file that goes with a message: what it names, and what it carries. */
export function filesOf(
  conversation: Conversation,
  message: Proposal,
): readonly FileFacts[] {
  return [...attachedTo(conversation, message), ...judgedIn([message])];
}

function attachedTo(
  { artifacts }: Conversation,
  { artifactIds }: Proposal,
): readonly Artifact[] {
  return artifacts.filter((file) => artifactIds.includes(file.id));
}
