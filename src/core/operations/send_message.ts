import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER_OR_GUEST } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed, flag, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { WAITING_FIELDS } from "../conversations/acts/checkpoints/waiting_answer.ts";
import { openedByGuest } from "../conversations/acts/delivery/delivery.ts";
import { readParts } from "../conversations/acts/drafts/compose.ts";
import { appendToDraft } from "../conversations/acts/drafts/draft.ts";
import { acceptNotApplicable } from "../conversations/acts/thread/ask_first.ts";
import { refuseToAdd } from "../conversations/acts/thread/may_write.ts";
import { notApplicable } from "../conversations/acts/thread/question.ts";
import { reply } from "../conversations/acts/thread/reply.ts";
import { Warnings } from "../conversations/acts/thread/warnings.ts";
import type { Mode } from "../conversations/model/audience.ts";
import { usualMode } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { Parts, Text } from "../conversations/model/inputs.ts";
import type { Conversation, Part } from "../conversations/model/model.ts";
import { isEmpty } from "../conversations/model/parts.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { incomplete } from "../errors/field_errors.ts";
import { keepTaskPushOf, taskPushChains } from "../webhooks/task_push.ts";

/** Appends a message to a conversation. */
export const sendMessage = defineCommand({
  ...CALLABLE.send,
  description:
    "Append a message to a conversation you are in. reply goes to the author of the message you answer, reply-all to everyone. A recipient's first message also accepts the request, unless accept is false. An agent's message to an email address without outward:send, or one that would accept where the agent may not, waits for its person: see waiting, and approvalUrl for where they decide. An email address gets a short invite, never the text. A completed conversation takes messages for 30 days and stays completed; other closed conversations take none: start a new one with the same contextId.",
  access: MEMBER_OR_GUEST,
  input: closed({
    conversationId: ConversationId,
    text: Type.Optional(Text),
    parts: Type.Optional(Parts),
    mode: Type.Optional(
      Type.Enum(["reply", "reply-all"], {
        description:
          "Recipients. If absent: everyone (reply-all) from the conversation's sender and over MCP and A2A; over REST a recipient's message goes to the author of the message it answers (reply).",
      }),
    ),
    artifactIds: Type.Optional(
      Type.Array(Type.String({ maxLength: LIMITS.idCharsMax }), {
        description: "Artifacts of this conversation to attach.",
        maxItems: LIMITS.artifactsPerConversationMax,
      }),
    ),
    needsInput: Type.Optional(
      flag(
        "True asks your own person instead: only your account reads it, and the conversation waits (input-required) until they answer or decide, or 72 hours pass. For agents of an addressed account.",
      ),
    ),
    accept: Type.Optional(
      flag(
        `As a recipient who hasn't accepted yet: false asks the sender a question first, without accepting. At most ${LIMITS.questionsFirstMax}. Otherwise a recipient's first message accepts.`,
      ),
    ),
    note: Type.Optional(
      flag("In a team: true is an internal note, which only the team reads."),
    ),
    inReplyTo: Type.Optional(
      string(
        "The message it answers; the last one if absent.",
        LIMITS.idCharsMax,
      ),
    ),
  }),
  output: closed({
    ...WAITING_FIELDS,
    messageId: Word("id", "Id of the message."),
    readers: Type.Optional(
      Type.Array(Word("address"), {
        description:
          "Addresses that read it. Absent for a draft, and while your person decides.",
      }),
    ),
    warnings: Type.Optional(Warnings),
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: { destructive: false, idempotent: false, openWorld: true },
  chains: ({ conversationId }, call) => [
    conversationId,
    ...taskPushChains(call),
  ],
  async run({ conversationId, ...input }, call) {
    const { inReplyTo, artifactIds = [], needsInput = false } = input;
    const a2aId = call.caller.a2a?.messageId;
    const answer = await act(call, conversationId, {
      names: [inReplyTo, a2aId].filter((it) => it !== undefined),
      async run({ call, before, next, me }) {
        const isDraft = before.state === "draft";
        const scope = isDraft ? "drafts:write" : "conversations:write";
        refuseToAdd(call, before, scope, told`add a message`);
        const parts = readParts(input) ?? [];
        if (isDraft) return drafted(call, next, parts, input);
        const { via } = call.caller;
        const usual = usualMode(next, me, { via, inReplyTo });
        const replied = await reply(call, openedByGuest(call, next, me), me, {
          parts,
          mode: (input.mode as Mode | undefined) ?? usual,
          inReplyTo,
          artifactIds,
          needsInput,
          asksFirst: input.accept === false,
          isNote: input.note === true,
        });
        // A service agent has not read it until it is done: that is its queue.
        const isService = call.member.kind === "service";
        return { ...replied, ...(isService && { actor: null }) };
      },
    });
    await keepTaskPushOf(call, answer.conversation);
    const { conversationId: _known, ...shown } = answer;
    return shown;
  },
});

/** A draft has one message, which nobody reads yet. */
function drafted(
  call: CommandCall,
  draft: Conversation,
  parts: readonly Part[],
  { needsInput, accept }: { needsInput?: boolean; accept?: boolean },
) {
  if (isEmpty(parts)) {
    throw incomplete("/text", told`the message is empty`);
  }
  if (needsInput) throw notApplicable(told`drafts have no work in progress`);
  if (accept !== undefined) {
    throw acceptNotApplicable(told`drafts can't be accepted`);
  }
  const after = appendToDraft(call, draft, parts);
  const [message] = after.messages;
  if (!message) throw new RangeError("A message was appended");
  return { after, messageId: message.id };
}
