import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { save } from "../conversations/acts/store/save.ts";
import { welcomeStore } from "../conversations/acts/store/welcome_store.ts";
import { callerAddressed } from "../conversations/acts/thread/from_service.ts";
import { newWelcome } from "../conversations/acts/thread/welcome.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";

/** Opens the single welcome message of a new inbox. */
export const openWelcome = defineCommand({
  name: "open_welcome",
  title: "Open the welcome message",
  description:
    "Open the one welcome message for a new inbox; a repeat returns the same one.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    name: Type.Optional(Type.String({ maxLength: LIMITS.nameCharsMax })),
  }),
  output: closed({
    conversationId: string(
      "Id of the conversation; the same value is the A2A task id.",
    ),
    contextId: string("Id of the context; follow-ups and A2A share it."),
    state: StateNow,
    created: flag("False if it already existed."),
    conversation: ConversationSeen,
  }),
  chains: () => [],
  async run({ name }, call) {
    const { accountId } = call.member;
    const welcomes = welcomeStore(call.db);
    const existing = await welcomes.find(accountId);
    if (existing !== undefined) {
      const { conversation, viewerState } = await loadForMember(
        call,
        existing.welcomeId,
      );
      return {
        conversationId: conversation.id,
        contextId: conversation.contextId,
        state: conversation.state,
        created: false,
        conversation: await presentTo(call, conversation, viewerState),
      };
    }
    const to = await callerAddressed(call);
    const called = cleanLine(name ?? "") || to.name;
    const welcome = newWelcome(call, { ...to, name: called });
    save(call, null, welcome, { notify: [1] });
    call.write(welcomes.insert(accountId, welcome.id, null));
    const viewerState = { position: 1, unread: true, archived: false };
    return {
      conversationId: welcome.id,
      contextId: welcome.contextId,
      state: welcome.state,
      created: true,
      conversation: await presentTo(call, welcome, viewerState),
    };
  },
});
