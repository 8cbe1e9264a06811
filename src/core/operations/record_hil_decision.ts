import { Type } from "typebox";
import { notified } from "../conversations/audience.ts";
import { nextVersion } from "../conversations/change.ts";
import type { Decision } from "../conversations/checkpoint.ts";
import { checkpointFor, decide, isRepeat } from "../conversations/decide.ts";
import { loadForMember } from "../conversations/load.ts";
import type { Conversation } from "../conversations/model.ts";
import { presentTo } from "../conversations/present_to.ts";
import { isPriceAsk, partners } from "../conversations/raise.ts";
import { save } from "../conversations/save.ts";
import { ConversationSchema, StateSchema } from "../conversations/schemas.ts";
import { isInWork } from "../conversations/waiting.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";
import { cleanLine } from "../text.ts";

const SENDER = 0;

/** Answers a checkpoint: the human-in-the-loop decision. */
export const recordHilDecision = defineCommand({
  name: "record_hil_decision",
  title: "Record a decision",
  description:
    "Answer a checkpoint that waits for you (see checkpoints in the conversation, view needs_you): approve accepts the request, or lets happen what an agent of yours proposed, or answers what it asked (comment); for a raised price it holds what it costs more. decline turns a request down, which returns a held price if you are its payee; of what your agent proposed it rejects a submit for good, drops a message that waits and keeps what was to be canceled as it is; it leaves a question unanswered and a raised price at what was agreed. An agent cannot decide what it proposed itself. checkpointId may be left out when exactly one waits.",
  access: MEMBER,
  scope: "decisions:write",
  input: closed({
    conversationId: ConversationId,
    checkpointId: Type.Optional(
      Type.String({
        description: "The checkpoint that is decided.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
    decision: Type.Enum(["approve", "decline"]),
    comment: Type.Optional(
      Type.String({
        description: "Why, for the record; may be empty.",
        maxLength: LIMITS.commentCharsMax,
      }),
    ),
  }),
  output: closed({
    conversationId: Type.String(),
    checkpointId: Type.String(),
    decision: Type.Enum(["approve", "decline"]),
    recorded: Type.Literal(true),
    state: StateSchema,
    conversation: ConversationSchema,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  // What is approved of a contact stands in the account's own chain.
  chains: ({ conversationId }, { member }) => [
    conversationId,
    member.accountId,
  ],
  async run({ conversationId, checkpointId, decision, comment }, call) {
    const { conversation, seat, me } = await loadForMember(
      call,
      conversationId,
    );
    const checkpoint = await checkpointFor(call, conversation, checkpointId);
    const chosen = decision as Decision;
    const repeat = isRepeat(call, checkpoint, chosen);
    const mine = repeat ? seat : { ...seat, unread: false };
    const after = repeat
      ? conversation
      : await decide(call, nextVersion(call, conversation), me, {
          checkpoint,
          decision: chosen,
          comment: comment ? cleanLine(comment) : null,
        });
    if (!repeat) {
      const notify = isPriceAsk(checkpoint)
        ? partners(conversation, me)
        : isInWork(checkpoint) || checkpoint.action.act === "grant"
          ? readers(conversation, after, me.position)
          : hearers(conversation, after, me.position);
      save(call, conversation, after, { actor: me.position, notify });
    }
    return {
      conversationId,
      checkpointId: checkpoint.id,
      decision: chosen,
      recorded: true as const,
      state: after.state,
      conversation: await presentTo(call, after, mine),
    };
  },
});

/** Whoever can read what was posted by it; nobody else hears of it. */
function readers(
  { messages }: Conversation,
  after: Conversation,
  decider: number,
): readonly number[] {
  return after.messages
    .slice(messages.length)
    .flatMap(({ audience }) => notified(after, decider, audience));
}

/** Whoever is sent something by it; else the sender, who waits for the answer. */
function hearers(
  { state }: Conversation,
  after: Conversation,
  decider: number,
): readonly number[] {
  const isSent = state === "input-required" && after.state === "submitted";
  if (isSent && decider === SENDER) return notified(after, decider, null);
  return [SENDER].filter((position) => position !== decider);
}
