import { requireScope } from "../../../access/access.ts";
import type { QueryCall } from "../../../access/context.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import type { Act } from "../../model/acts.ts";
import type { Mode } from "../../model/audience.ts";
import { answeredBy, audienceOf } from "../../model/audience.ts";
import type {
  Conversation,
  Participant,
  PendingMessage,
} from "../../model/model.ts";
import { mayNotAccept, wouldAccept } from "../checkpoints/may_accept.ts";
import { refusePending } from "../checkpoints/waiting.ts";
import { refuseUnreachable } from "../delivery/foreign.ts";
import { deniedSend } from "./added_files.ts";
import { refuseBlocked } from "./blocked_sender.ts";
import {
  refuseAfterword,
  refuseClosed,
  refuseToWait,
  refuseUnsent,
} from "./closed.ts";
import { reviewMessage } from "./outward.ts";
import { actOf, outsidersOf } from "./outward_facts.ts";

/**
 * Refuses an author who may add nothing now.
 * @throws insufficient_scope, conversation_closed, wrong_state
 */
export function refuseToAdd(
  call: QueryCall,
  conversation: Conversation,
  scope: "conversations:write" | "artifacts:write" | "drafts:write",
  what: Sentence,
): void {
  requireScope(call.member, scope, what);
  const refuse =
    scope === "conversations:write" ? refuseAfterword : refuseClosed;
  refuse(call, conversation, what);
  refuseUnsent(conversation, what);
}

/** A message of which only the readers are known. */
export interface Outline {
  readonly mode: Mode;
  readonly asksFirst: boolean;
  /** Positions that block the author. */
  readonly blockers: readonly number[];
}

/**
 * True if a message would wait for the caller's person.
 * @throws forbidden for a blocked sender, domain_refused, review_denied, wrong_state while an earlier one waits
 */
export async function messageWaits(
  call: QueryCall,
  conversation: Conversation,
  author: Participant,
  outline: Outline,
): Promise<boolean> {
  const message = outlined(conversation, author, outline);
  const { audience } = message;
  refuseBlocked(outline.blockers, audience, told`add a message`);
  await refuseUnreachable(call, conversation, message);
  if (call.member.kind !== "agent") return false;
  const isPlain =
    outsidersOf(conversation, message).length === 0 &&
    actOf(conversation, message) === "outward";
  if (isPlain) return false;
  const { review, grants } = await reviewMessage(call, conversation, message);
  if (review.outcome === "deny") throw deniedSend(call, review);
  if (grants) return false;
  refuseToWait(call, conversation);
  refusePending(call, conversation, actOf(conversation, message));
  return true;
}

function outlined(
  conversation: Conversation,
  author: Participant,
  { mode, asksFirst }: Omit<Outline, "blockers">,
): PendingMessage {
  const answered = answeredBy(conversation, author, undefined);
  return {
    id: "",
    author: author.position,
    authorKind: "agent",
    actor: null,
    mode,
    inReplyTo: null,
    parts: [],
    artifactIds: [],
    audience: audienceOf(conversation, author, mode, answered),
    asksFirst,
    a2a: null,
    salt: "",
  };
}

/**
 * True if an act that would accept has to wait for the caller's person.
 * @throws wrong_state while an earlier one waits
 */
export async function actWaits(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
  act: Act,
): Promise<boolean> {
  const isAgent = call.member.kind === "agent";
  if (!isAgent || !wouldAccept(conversation, me)) return false;
  if (!(await mayNotAccept(call, conversation, me))) return false;
  refusePending(call, conversation, act);
  return true;
}
