import type { Static } from "typebox";
import { actorOf } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { authorKindOf, hasScope } from "../../../access/principal.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { incomplete, invalid } from "../../../errors/field_errors.ts";
import type { Done } from "../../model/acting.ts";
import {
  answeredBy,
  audienceOf,
  canRead,
  canReadFile,
  isToSelf,
  notified,
  participantAt,
  readersOf,
  visibleTo,
} from "../../model/audience.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type {
  Conversation,
  Message,
  Part,
  Participant,
  PendingMessage,
} from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { isEmpty, newSalt, textOf } from "../../model/parts.ts";
import { contentOf } from "../../model/weight.ts";
import { askToAct } from "../checkpoints/ask.ts";
import { refuseUnreachable } from "../delivery/foreign.ts";
import { tellNamed } from "../labels/assignee.ts";
import { a2aOf } from "./a2a_message.ts";
import { deniedSend } from "./added_files.ts";
import { checkAsksFirst } from "./ask_first.ts";
import { blockersOf, refuseBlocked } from "./blocked_sender.ts";
import { refuseToWait } from "./closed.ts";
import { outwardVerdict, reviewMessage } from "./outward.ts";
import { actOf, messageAction } from "./outward_facts.ts";
import { post } from "./post.ts";
import {
  answeredByReply,
  askQuestion,
  askSender,
  checkRequester,
} from "./question.ts";
import type { Warnings } from "./warnings.ts";

/** The content and the recipients of a reply. */
export interface NewReply {
  readonly parts: readonly Part[];
  readonly mode: "reply" | "reply-all";
  readonly inReplyTo?: string | undefined;
  readonly artifactIds: readonly string[];
  /** True for an agent's question to its own person. */
  readonly needsInput: boolean;
  /** True for a question to the sender that accepts nothing. */
  readonly asksFirst: boolean;
  /** True for a team's internal note, which no other account ever reads. */
  readonly isNote?: boolean;
}

/** The result of a reply. */
export interface Replied extends Done {
  readonly messageId: string;
  /** Addresses that read it; absent while only the author's person does. */
  readonly readers?: readonly string[];
  readonly warnings?: Static<typeof Warnings>;
}

/**
 * Appends a message, or asks the person of an agent that needs approval (docs/states.md, rows
 * 12, 14 and 15).
 * @throws invalid_input, artifact_not_found, quota_exceeded, forbidden, domain_refused,
 * review_denied, not_addressed, wrong_state
 */
export async function reply(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  input: NewReply,
): Promise<Replied> {
  const message = messageOf(call, conversation, author, input);
  const { id: messageId, audience } = message;
  const blockers = await blockersOf(call, conversation, author);
  refuseBlocked(blockers, audience, told`add a message`);
  await refuseUnreachable(call, conversation, message);
  const verdict = await reviewMessage(call, conversation, message);
  const { review } = verdict;
  if (review.outcome === "deny") throw deniedSend(call, review);
  if (input.isNote) {
    const after = await post(call, conversation, message);
    const said = textOf(message.parts).toLowerCase();
    const names = said.matchAll(MENTION).map(([, name]) => name);
    await tellNamed(call, after.id, "mentioned", [...names]);
    return { after, messageId, isOwn: true };
  }
  if (input.needsInput) {
    if (isToSelf(message)) {
      const after = await askQuestion(call, conversation, author, message);
      return { after, messageId };
    }
    const asked = await askSender(call, conversation, author, message);
    return {
      after: asked,
      messageId,
      notify: notified(asked, author.position, audience),
    };
  }
  if (!verdict.grants) {
    refuseToWait(call, conversation);
    // No other participant receives it before the person approves.
    const act = actOf(conversation, message);
    const action = messageAction(conversation, message, act);
    const after = await askToAct(call, conversation, author, {
      action,
      review,
      pendingMessage: message,
    });
    return { after, messageId };
  }
  const posted = await post(call, conversation, message, {
    verdict: outwardVerdict(conversation, message, verdict),
  });
  return {
    after: answeredByReply(call, posted),
    messageId,
    ...reached(call, posted, message),
    notify: notified(posted, author.position, audience),
  };
}

/**
 * The readers of a message, as far as its author may know them, and whether the requester is
 * one.
 */
function reached(
  { member }: CommandCall,
  conversation: Conversation,
  message: PendingMessage,
): Pick<Replied, "readers" | "warnings"> {
  // Writing needs no right to read; without it, no names are shown.
  if (!hasScope(member, "conversations:read")) return {};
  const author = participantAt(conversation, message.author);
  const readers = readersOf(conversation, message);
  const known = visibleTo(conversation, author);
  const { address, position } = senderOf(conversation);
  const isMissed = position !== author.position && !canRead(message, position);
  return {
    readers: known.filter((it) => readers.includes(it)).map((it) => it.address),
    ...(isMissed && { warnings: [{ code: "requester_not_reached", address }] }),
  };
}

/** A member of the team in a note, by the local part of their address. */
const MENTION = /@([a-z0-9][a-z0-9._-]*[a-z0-9])/g;

/** The message before it is stored or sent. */
function messageOf(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  input: NewReply,
): PendingMessage {
  const { parts, mode, inReplyTo, artifactIds, needsInput, asksFirst } = input;
  const { isNote = false } = input;
  if (isNote && (author.kind !== "team" || needsInput || asksFirst)) {
    const why = told`only a team has notes, and a note asks nothing`;
    throw invalid("/note", "not_applicable", why);
  }
  if (needsInput) checkRequester(call, author);
  if (asksFirst) checkAsksFirst(conversation, author, needsInput);
  if (isEmpty(parts) && artifactIds.length === 0) {
    throw incomplete("/text", told`the message is empty`);
  }
  // An agent at another service asks the sender, with everyone reading it.
  const isForSelf = isNote || (needsInput && call.member.origin === undefined);
  const a2a = a2aOf(call, conversation, author);
  checkRoom(conversation, { parts, a2a });
  checkArtifacts(conversation, author, artifactIds);
  const answered = answeredBy(conversation, author, inReplyTo);
  if (inReplyTo !== undefined && !answered) {
    throw invalid(
      "/inReplyTo",
      "unknown",
      told`no such message in this conversation`,
    );
  }
  return {
    id: call.newId("message"),
    author: author.position,
    authorKind: authorKindOf(call.member),
    actor: actorOf(call),
    mode: isForSelf ? "reply" : mode,
    inReplyTo: answered?.id ?? null,
    parts,
    artifactIds,
    audience: isForSelf
      ? [author.position]
      : audienceOf(conversation, author, mode, answered),
    asksFirst,
    a2a,
    salt: newSalt(call),
  };
}

function checkRoom(
  conversation: Conversation,
  added: Pick<Message, "parts" | "a2a">,
): void {
  refuseFullOfMessages(conversation);
  const { tally } = conversation;
  const { text, all } = contentOf(added);
  const isTooLong =
    tally.text + text > LIMITS.conversationCharsMax ||
    tally.all + all > LIMITS.conversationContentCharsMax;
  if (isTooLong) throw full();
}

/** @throws quota_exceeded if there is no room for another message */
export function refuseFullOfMessages({ tally }: Conversation): void {
  if (tally.count >= LIMITS.messagesMax) throw full();
}

function full(): ServiceError {
  return new ServiceError("quota_exceeded", {
    detail: told`Cannot add a message: the conversation is full. Start a follow-up.`,
  });
}

function checkArtifacts(
  conversation: Conversation,
  author: Participant,
  artifactIds: readonly string[],
): void {
  const waiting = waitingFiles(conversation);
  for (const [index, id] of artifactIds.entries()) {
    // Sent along, it would be read before its person has decided about it.
    if (waiting.has(id)) throw fileWaits(index);
    const found = conversation.artifacts.find((file) => file.id === id);
    if (found && canReadFile(conversation, found, author.position)) continue;
    throw new ServiceError("artifact_not_found", {
      detail: told`Cannot attach the file: it isn't in this conversation.`,
      errors: [
        {
          pointer: `/artifactIds/${index}`,
          code: "artifact_not_found",
          detail: told`add it to this conversation first`,
        },
      ],
    });
  }
}

/** Files that agents have added and their person has not decided about. */
function waitingFiles(conversation: Conversation): ReadonlySet<string> {
  const open = openAbout(conversation, "artifact");
  return new Set(open.map(({ action }) => action.artifactId));
}

function fileWaits(index: number): ServiceError {
  return new ServiceError("wrong_state", {
    detail: told`Cannot attach the file: its person still has to approve it.`,
    errors: [
      {
        pointer: `/artifactIds/${index}`,
        code: "wrong_state",
        detail: told`you can attach it once its person approves it`,
      },
    ],
  });
}
