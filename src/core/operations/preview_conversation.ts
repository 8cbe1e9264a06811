import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import type { CommandCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { rehearsal } from "../access/rehearsal.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import type { ComposeInput } from "../conversations/acts/drafts/compose.ts";
import {
  editDraft,
  newDraft,
  refuseToEdit,
} from "../conversations/acts/drafts/draft.ts";
import type { Met } from "../conversations/acts/drafts/meet_foreign.ts";
import {
  knowForeign,
  meetForDraft,
  meetForeign,
  unasked,
} from "../conversations/acts/drafts/meet_foreign.ts";
import { previewOf } from "../conversations/acts/drafts/preview.ts";
import { PreviewSchema } from "../conversations/acts/drafts/preview_schema.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { ComposeFields } from "../conversations/model/inputs.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { ServiceError } from "../errors/errors.ts";

/** Previews sending a conversation that is not stored yet. */
export const previewConversation = defineQuery({
  name: "preview_conversation",
  title: "Preview a conversation",
  description:
    "Preview what sending this would do, before anything is stored, sent, held or asked: who gets it and how (an account, an invite by mail, no one), what they ask, what would be held and until when, what your person would be asked, and why it would be refused. Takes the fields of svc.create_conversation; with conversationId they change that draft of yours in the preview.",
  access: MEMBER,
  scope: "addresses:read",
  rate: "resolve",
  input: closed({
    conversationId: Type.Optional(ConversationId),
    ...ComposeFields,
  }),
  output: PreviewSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ conversationId, ...input }, call) {
    const trial = rehearsal(call);
    const met = unasked(input, call) ?? (await meetForDraft(input, call));
    await knowForeign(trial, met);
    const draft =
      conversationId === undefined
        ? await newDraft(trial, input)
        : await overDraft(trial, conversationId, input);
    const from = conversationId === undefined ? "new" : "draft";
    return await previewOf(call, draft, from, await metBy(trial, draft));
  },
});

/** @throws insufficient_scope, conversation_not_found, not_a_draft */
async function overDraft(
  call: CommandCall,
  conversationId: string,
  input: ComposeInput,
): Promise<Conversation> {
  requireScope(call.member, "conversations:read", told`read a conversation`);
  const { conversation } = await loadForMember(call, conversationId);
  refuseToEdit(conversation);
  return await editDraft(call, conversation, input);
}

/** The cards of recipients elsewhere, read anew, or why one cannot be used. */
async function metBy(
  trial: CommandCall,
  { participants }: Conversation,
): Promise<{ readonly met?: Met; readonly unmet?: ServiceError }> {
  try {
    const named = participants.map(({ address }) => address);
    const met = await meetForeign(trial, named, 0);
    await knowForeign(trial, met);
    return { met };
  } catch (error) {
    if (error instanceof ServiceError) return { unmet: error };
    throw error;
  }
}
