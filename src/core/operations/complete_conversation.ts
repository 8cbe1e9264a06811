import { defineCommand, MEMBER } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed, described } from "../base/schemas.ts";
import { askToAccept } from "../conversations/checkpoints/ask_to_accept.ts";
import { mayNotAccept } from "../conversations/checkpoints/may_accept.ts";
import {
  lastAsked,
  WAITING_FIELDS,
} from "../conversations/checkpoints/waiting_answer.ts";
import { SENDER } from "../conversations/model/model.ts";
import {
  ConversationSchema,
  StateSchema,
} from "../conversations/model/schemas.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import {
  checkCompletable,
  complete,
  refuseUnaddressed,
} from "../conversations/settlement/complete.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { refuseClosed } from "../conversations/store/closed.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";

/** Finishes work on a conversation that holds no price. */
export const completeConversation = defineCommand({
  name: "complete_conversation",
  title: "Complete a conversation",
  description:
    "As an addressed account that works on it, say that the work is finished. If a price is held, sign the receipt instead: that completes it too.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId }),
  output: closed({
    ...WAITING_FIELDS,
    conversationId: Word(
      "id",
      "Id of the conversation; the same value is the A2A task id.",
    ),
    state: described(
      StateSchema,
      "Where the conversation is now (docs/states.md).",
    ),
    conversation: described(
      ConversationSchema,
      "The conversation as you see it.",
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const { conversation, viewerState, me } = await loadForMember(
      call,
      conversationId,
    );
    refuseUnaddressed(me);
    refuseClosed(call, conversation, "complete it");
    checkCompletable(conversation);
    const next = nextVersion(call, conversation);
    const mustAsk = await mayNotAccept(call, next, me);
    const after = mustAsk
      ? await askToAccept(call, next, me, { act: "complete", conversationId })
      : complete(call, next);
    const waiting = lastAsked(call, conversation, after);
    save(call, conversation, after, {
      actor: mustAsk ? null : me.position,
      notify: [mustAsk ? me.position : SENDER],
    });
    return {
      ...waiting,
      conversationId,
      state: after.state,
      conversation: await presentTo(call, after, {
        ...viewerState,
        unread: mustAsk,
      }),
    };
  },
});
