import type { CommandCall, QueryCall } from "../../access/context.ts";
import { sha256 } from "../../base/digest.ts";
import { ServiceError } from "../../errors/errors.ts";
import { ACCEPT_RULES } from "../../review/accept_rules.ts";
import { reviewAccept, reviewApproved } from "../../review/review.ts";
import { judge, outcomeOf } from "../../review/rules.ts";
import type { Action } from "../model/acts.ts";
import { audienceOfFile } from "../model/audience.ts";
import type { Artifact, Conversation, Participant } from "../model/model.ts";
import { complete } from "../settlement/complete.ts";
import { signReceipt } from "../settlement/settle.ts";
import { recordEvent } from "../store/change.ts";
import { startedBy } from "../thread/post.ts";
import { shownTitle } from "./card_words.ts";
import type { Answer } from "./checkpoint.ts";
import { acceptIfAsked, closeCheckpoint } from "./checkpoint.ts";
import { acceptFacts, wouldAccept } from "./may_accept.ts";
import { askToAct, dropChanged, makerOf } from "./pending.ts";
import { refuseHeldUp, resume, withdrawAsks } from "./waiting.ts";

/** Acts, beside a message, that accept a request by being done. */
type AcceptingAct = "artifact" | "complete" | "receipt";
type AcceptingAction = Action & { readonly act: AcceptingAct };

/** True if what the caller does next would accept, which they may not by themselves. */
export async function mayNotAccept(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Promise<boolean> {
  const accepts = wouldAccept(conversation, me);
  const facts = await acceptFacts(call, conversation, accepts);
  return outcomeOf(judge(ACCEPT_RULES, facts)) !== "allow";
}

/**
 * Refuses what would accept along the way to an agent that may not: no decision about
 * it can wait.
 * @throws person_required
 */
export async function refuseToAccept(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Promise<void> {
  if (!(await mayNotAccept(call, conversation, me))) return;
  throw new ServiceError("person_required", {
    detail:
      "Cannot go on: it would accept the request, and only your person may. Let them accept first.",
  });
}

/** The exact act, with nothing in it but what is done. */
export function actionOf(
  { id }: Pick<Conversation, "id">,
  act: AcceptingAct,
  what: Readonly<Record<string, string>> = {},
): AcceptingAction {
  return { act, conversationId: id, ...what };
}

/** The exact addition of a file. */
export function fileAction(
  conversation: Pick<Conversation, "id">,
  { id: artifactId, name, sha256: digest }: Artifact,
): AcceptingAction {
  const what = { artifactId, name, sha256: digest };
  return actionOf(conversation, "artifact", what);
}

const WANTS: Readonly<
  Record<AcceptingAct, { readonly title: string; readonly what: string }>
> = {
  artifact: { title: "Accept and add a file", what: "add a file" },
  complete: { title: "Accept and complete", what: "say that it is finished" },
  receipt: { title: "Accept and sign the receipt", what: "sign the receipt" },
};

/** Puts an act that would accept the request before the person of the agent. */
export async function askToAccept(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  action: AcceptingAction,
): Promise<Conversation> {
  const { title, what } = WANTS[action.act];
  const about = shownTitle(conversation);
  const facts = await acceptFacts(call, conversation, true);
  const { review } = reviewAccept(call, action, facts);
  return await askToAct(call, conversation, me, {
    review,
    card: (name) => ({
      title: `${title}: "${about}"?`,
      summary: `${name} wants to ${what} in "${about}", which accepts the request. Declining does nothing, and the request goes on waiting.`,
      action,
    }),
  });
}

/** Shows a file that its person has approved to those who may read it. */
export async function approveFile(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const { artifactId } = checkpoint.action;
  const file = conversation.artifacts.find(({ id }) => id === artifactId);
  const isShown =
    file && (await isAsShown(call, conversation, me, { checkpoint, file }));
  if (!isShown) return dropChanged(call, conversation, checkpoint, undefined);
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "approved",
    comment,
  });
  const audience = audienceOfFile(closed, me);
  recordEvent(call, closed, "artifact.shared", {
    actor: file.actor ?? makerOf(checkpoint),
    refs: { artifactId: file.id },
    commitment: sha256(file.id + file.sha256),
    audience,
  });
  const shown: Artifact = {
    ...file,
    audience,
    // From now on: what was approved after the end of the hold earns nothing.
    createdAt: call.now,
    seq: (closed.artifacts.at(-1)?.seq ?? 0) + 1,
  };
  const others = closed.artifacts.filter((it) => it !== file);
  const shared = { ...closed, artifacts: [...others, shown] };
  const started = startedBy(call, shared, me);
  return resume(call, started, "answer", "decided");
}

async function isAsShown(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  {
    checkpoint,
    file,
  }: Pick<Answer, "checkpoint"> & { readonly file: Artifact },
): Promise<boolean> {
  const accepts = wouldAccept(conversation, me);
  const verdict = reviewApproved(reviewAccept, call, {
    waiting: checkpoint,
    action: fileAction(conversation, file),
    facts: await acceptFacts(call, conversation, accepts),
  });
  return verdict?.grants !== null && verdict !== null;
}

/** Accepts, and finishes the work as the agent wanted to. */
export function approveComplete(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  answer: Answer,
): Conversation {
  refuseHeldUp(conversation, answer.checkpoint, "complete");
  const accepted = acceptedFor(call, conversation, me, answer);
  return complete(call, accepted, makerOf(answer.checkpoint));
}

/** Accepts, and signs the receipt with the agent's words, in its name. */
export async function approveReceipt(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  answer: Answer,
): Promise<Conversation> {
  refuseHeldUp(conversation, answer.checkpoint, "receipt");
  const accepted = acceptedFor(call, conversation, me, answer);
  const { statement } = answer.checkpoint.action;
  const signed = await signReceipt(call, accepted, me, {
    statement: typeof statement === "string" ? statement : undefined,
    actor: makerOf(answer.checkpoint),
  });
  return signed.conversation;
}

/** The request as it is once its person has said yes, with nothing else in the way. */
function acceptedFor(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { checkpoint, comment }: Answer,
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "approved",
    comment,
  });
  const asked = acceptIfAsked(call, closed, me.accountId);
  const started = startedBy(call, asked, me);
  const resumed = resume(call, started, "answer", "decided");
  return withdrawAsks(call, resumed);
}
