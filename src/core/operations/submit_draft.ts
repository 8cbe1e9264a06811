import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import {
  knowForeign,
  meetRecipients,
} from "../conversations/acts/drafts/meet_foreign.ts";
import { submit } from "../conversations/acts/drafts/submit.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { SubmitResult, sent } from "./create_conversation.ts";

/** Sends a draft. */
export const submitDraft = definePreparedCommand({
  ...CALLABLE.submit,
  description:
    "Send a draft you wrote: its recipients are resolved, its price is held, and it appears in their inboxes. Anything beyond an agent's access waits for its person: state input-required.",
  access: MEMBER,
  input: closed({ conversationId: ConversationId }),
  output: SubmitResult,
  tool: { destructive: false, idempotent: false, openWorld: true },
  prepare: ({ conversationId }, call) => meetRecipients(call, conversationId),
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call, met) =>
    act(call, conversationId, {
      async run({ call, before, next }) {
        await knowForeign(call, met);
        const after = await submit(call, next, before.state);
        return sent(call, after);
      },
    }),
});
