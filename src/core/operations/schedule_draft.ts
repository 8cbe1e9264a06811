import { Type } from "typebox";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  nullable,
  string,
} from "../base/schemas.ts";
import { DAY_MS } from "../base/time.ts";
import { refuseToEdit } from "../conversations/acts/drafts/draft.ts";
import {
  knowForeign,
  meetRecipients,
} from "../conversations/acts/drafts/meet_foreign.ts";
import {
  readSendAt,
  trySending,
} from "../conversations/acts/drafts/sending.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { assertMover } from "../conversations/model/movers.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";

/** Schedules a draft to be sent later, or unschedules it. */
export const scheduleDraft = definePreparedCommand({
  ...CALLABLE.schedule,
  description:
    "Schedule a draft you wrote, or cancel that (sendAt null). Nothing is held or delivered before, and any change to the draft cancels it. At its time it is reviewed as if you submitted it then: anything beyond an agent's access waits for its person.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    sendAt: Type.Optional(
      nullable(
        string(
          "When to send it, such as 2030-01-31T12:00:00Z; null keeps it as a draft.",
          40,
        ),
      ),
    ),
    inSeconds: Type.Optional(
      Type.Integer({
        description: "Or seconds from now.",
        minimum: 1,
        maximum: (LIMITS.sendLaterDaysMax * DAY_MS) / 1_000,
      }),
    ),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: { destructive: false, idempotent: true, openWorld: true },
  prepare: ({ conversationId }, call) => meetRecipients(call, conversationId),
  chains: ({ conversationId }) => [conversationId],
  run({ conversationId, ...chosen }, call, met) {
    return act(call, conversationId, {
      async run({ call: acting, before, next, me }) {
        assertMover("submit", me.role === "sender" ? ["sender"] : []);
        refuseToEdit(before);
        const at = readSendAt(call, chosen);
        if (at === null && before.sending === null) return { after: before };
        // A trial by itself, of which nothing is stored.
        if (at !== null) {
          await knowForeign(call, met);
          await trySending(call, before, me);
        }
        const type = at === null ? "unscheduled" : "scheduled";
        recordEvent(acting, next, `conversation.${type}`);
        const by = call.member.credentialId ?? null;
        return { after: { ...next, sending: at === null ? null : { at, by } } };
      },
    });
  },
});
