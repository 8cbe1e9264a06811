import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { ConversationId, ConversationIdWord, closed } from "../base/schemas.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { remove } from "../conversations/acts/store/save.ts";
import { moverOf } from "../conversations/model/acting.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { assertMover } from "../conversations/model/movers.ts";
import { assertTransition } from "../conversations/model/state.ts";

/** Deletes a draft; its audit chain is kept. */
export const deleteDraft = defineCommand({
  ...CALLABLE.delete,
  description:
    "Delete a draft you wrote. Submitted conversations can't be deleted; cancel them instead.",
  access: MEMBER,
  input: closed({ conversationId: ConversationId }),
  output: closed({
    conversationId: ConversationIdWord,
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const { conversation, me } = await loadForMember(call, conversationId);
    assertMover("delete", [moverOf(me)]);
    assertTransition(conversation.state, "delete");
    recordEvent(call, conversation, "conversation.deleted_draft", {
      stateFrom: "draft",
    });
    remove(call, conversation);
    return { conversationId, deleted: true as const };
  },
});
