import { Type } from "typebox";
import { requireScope } from "../access.ts";
import { notified } from "../conversations/audience.ts";
import { nextVersion } from "../conversations/change.ts";
import { invalid, isEmpty, readParts } from "../conversations/compose.ts";
import { openedByGuest } from "../conversations/delivery.ts";
import { appendToDraft } from "../conversations/draft.ts";
import { Parts, Text } from "../conversations/inputs.ts";
import {
  loadForMember,
  refuseClosed,
  refuseUnsent,
} from "../conversations/load.ts";
import { present } from "../conversations/present.ts";
import { reply } from "../conversations/reply.ts";
import { save } from "../conversations/save.ts";
import { ConversationSchema, StateSchema } from "../conversations/schemas.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, SEATED } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";

/** Appends a message to a conversation. */
export const sendMessage = defineCommand({
  name: "send_message",
  title: "Send a message",
  description:
    "Append a message to a conversation that you are in. reply reaches the author of the message you answer, reply-all everyone. A recipient's first message also accepts the request. A closed conversation takes no messages: start a new one with the same contextId.",
  access: SEATED,
  scopesFor: () => ["conversations:write", "drafts:write"],
  input: closed({
    conversationId: ConversationId,
    text: Type.Optional(Text),
    parts: Type.Optional(Parts),
    mode: Type.Optional(
      Type.Enum(["reply", "reply-all"], {
        description: "Whom it reaches; reply if absent.",
      }),
    ),
    artifactIds: Type.Optional(
      Type.Array(Type.String({ maxLength: LIMITS.idCharsMax }), {
        description: "Artifacts of this conversation that go with it.",
        maxItems: LIMITS.artifactsPerConversationMax,
      }),
    ),
    inReplyTo: Type.Optional(
      Type.String({
        description: "Message that is answered; the last one if absent.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
  }),
  output: closed({
    messageId: Type.String(),
    state: StateSchema,
    conversation: ConversationSchema,
  }),
  tool: { destructive: false, idempotent: false, openWorld: true },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, ...input }, call) {
    const { conversation, seat, me } = await loadForMember(
      call,
      conversationId,
    );
    const isDraft = conversation.state === "draft";
    const scope = isDraft ? "drafts:write" : "conversations:write";
    requireScope(call.member, scope, "append a message");
    refuseClosed(call, conversation, "append a message");
    refuseUnsent(conversation, "append a message");
    const parts = readParts(input) ?? [];
    const next = openedByGuest(call, nextVersion(call, conversation), me);
    if (isDraft && isEmpty(parts)) {
      throw invalid("/text", "required", "the message is empty");
    }
    const after = isDraft
      ? appendToDraft(call, next, parts)
      : await reply(call, next, me, {
          parts,
          mode: (input.mode as "reply" | "reply-all" | undefined) ?? "reply",
          inReplyTo: input.inReplyTo,
          artifactIds: input.artifactIds ?? [],
        });
    const message = after.messages.at(-1);
    if (!message) throw new RangeError("A message was appended");
    save(call, conversation, after, {
      // An agent's seat stays unread until it is done: that is its queue.
      actor: call.member.kind === "service" ? -1 : me.position,
      notify: isDraft ? [] : notified(after, me.position, message.audience),
    });
    return {
      messageId: message.id,
      state: after.state,
      conversation: present(call.settings, after, { ...seat, unread: false }),
    };
  },
});
