import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { warningsAbout } from "../addresses/nobody_here.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationIdWord, closed, flag, string } from "../base/schemas.ts";
import { conclude } from "../conversations/acts/act.ts";
import { WAITING_FIELDS } from "../conversations/acts/checkpoints/waiting_answer.ts";
import {
  checkBegunQuota,
  newDraft,
} from "../conversations/acts/drafts/draft.ts";
import {
  knowForeign,
  meetForDraft,
  unasked,
} from "../conversations/acts/drafts/meet_foreign.ts";
import { submit } from "../conversations/acts/drafts/submit.ts";
import { move } from "../conversations/acts/store/change.ts";
import { Warnings } from "../conversations/acts/thread/warnings.ts";
import { actAs } from "../conversations/model/acting.ts";
import { notified } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { ComposeFields } from "../conversations/model/inputs.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { SENDER } from "../conversations/model/model.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { answerOf } from "../conversations/read/projection/answer.ts";
import { keepTaskPushOf, taskPushChains } from "../webhooks/task_push.ts";

/** The result of creating or submitting a conversation. */
export const SubmitResult = closed({
  ...WAITING_FIELDS,
  conversationId: ConversationIdWord,
  contextId: Word("id", "Id of the context; follow-ups and A2A share it."),
  state: StateNow,
  conversation: ConversationSeen,
  warnings: Type.Optional(Warnings),
});

/** Creates a conversation, as a draft or submitted at once. */
export const createConversation = definePreparedCommand({
  name: CALLABLE.create.name,
  title: CALLABLE.create.title,
  description:
    "Start a new conversation: write to one or more addresses, optionally with a price. A recipient with an account here receives it in their inbox; any other address may get a short invite, never the text. A price above zero is held now and released only when the recipient signs a receipt that the release condition is met; state auth-required means that the balance is too low, input-required that your person has to approve it first. To answer in an existing conversation use svc.send_message instead.",
  access: MEMBER,
  scopesFor: ({ submit: now }) => [
    now ? CALLABLE.create.scope : "drafts:write",
  ],
  rate: "create",
  input: closed({
    ...ComposeFields,
    contextId: Type.Optional(
      string(
        "Group it with earlier conversations you can read; a new group if absent.",
        LIMITS.idCharsMax,
      ),
    ),
    submit: Type.Optional(flag("Send it now; otherwise it is a draft.")),
  }),
  output: SubmitResult,
  tool: { destructive: false, idempotent: false, openWorld: true },
  unasked,
  prepare: meetForDraft,
  chains: (_input, call) => taskPushChains(call),
  async run({ submit: now, ...input }, call, met) {
    await checkBegunQuota(call, !now);
    await knowForeign(call, met);
    const acting = actAs(call, "sender");
    const draft = await newDraft(acting, input);
    const { after, notify, ...own } = sent(
      call,
      now
        ? await submit(acting, draft, "new")
        : move(acting, draft, "new", "draft"),
    );
    const nobody = { position: SENDER, unread: false, archived: false };
    const viewer = conclude(acting, null, nobody, { after, notify });
    await keepTaskPushOf(call, after);
    return { ...own, ...(await answerOf(acting, null, after, viewer)) };
  },
});

/** The recipients that it has reached, and those that do not exist. */
export function sent({ settings }: QueryCall, after: Conversation) {
  const { contextId, state, participants } = after;
  return {
    after,
    contextId,
    notify: state === "submitted" ? notified(after, SENDER, null) : [],
    ...(state !== "draft" && warningsAbout(settings, participants)),
  };
}
