import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import {
  ConversationId,
  closed,
  codeText,
  Done,
  string,
} from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { isDue } from "../conversations/acts/drafts/sending.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { SENDER } from "../conversations/model/model.ts";

/** Keeps a draft that could not be sent at its time, and stores the reason. */
export const failSending = defineCommand({
  name: "fail_sending",
  title: "Keep an unsent draft",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: ConversationId,
    code: codeText("The error code."),
    detail: string("Why, in a sentence."),
  }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId, code, detail }, call) =>
    actOfClock(call, conversationId, (call, before, next) => {
      if (!isDue(call, before)) return undefined;
      recordEvent(call, next, "conversation.not_sent", { refs: { code } });
      const sending = { failedAt: call.now, code, detail };
      return { after: { ...next, sending }, notify: [SENDER] };
    }),
});
