import { defineCommand, MEMBER } from "../access/operation.ts";
import { ConversationId, ConversationIdWord, closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { askToAccept } from "../conversations/acts/checkpoints/ask_to_accept.ts";
import { mayNotAccept } from "../conversations/acts/checkpoints/may_accept.ts";
import { withdrawAsks } from "../conversations/acts/checkpoints/waiting.ts";
import { WAITING_FIELDS } from "../conversations/acts/checkpoints/waiting_answer.ts";
import {
  checkCompletable,
  complete,
} from "../conversations/acts/settlement/complete.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { startedBy } from "../conversations/acts/thread/post.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { SENDER } from "../conversations/model/model.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";

/** Completes a conversation without a held price. */
export const completeConversation = defineCommand({
  ...CALLABLE.complete,
  description:
    "As an addressed account working on it, mark the work as finished. If a price is held, sign the receipt instead; that completes it too.",
  access: MEMBER,
  input: closed({ conversationId: ConversationId }),
  output: closed({
    ...WAITING_FIELDS,
    conversationId: ConversationIdWord,
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    act(call, conversationId, {
      verb: "complete",
      async run({ call, before, next, me }) {
        refuseClosed(call, before, told`complete it`);
        if (call.member.origin !== undefined) {
          // Another service may answer at once, or end a question that it asked.
          const begun = startedBy(call, withdrawAsks(call, next), me);
          return { after: complete(call, begun), notify: [SENDER] };
        }
        checkCompletable(before);
        if (!(await mayNotAccept(call, next, me))) {
          return { after: complete(call, next), notify: [SENDER] };
        }
        const action = { act: "complete", conversationId } as const;
        return { after: await askToAccept(call, next, me, action) };
      },
    }),
});
