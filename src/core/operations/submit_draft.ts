import { defineCommand, MEMBER } from "../access/operation.ts";
import { warningsAbout } from "../addresses/nobody_here.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { lastAsked } from "../conversations/checkpoints/waiting_answer.ts";
import { stateAfterSending, submit } from "../conversations/drafts/submit.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import { SubmitResult } from "./create_conversation.ts";

/** Sends a draft. */
export const submitDraft = defineCommand({
  name: "submit_draft",
  title: "Submit a draft",
  description:
    "Send a draft that you wrote before: its recipients are looked up, its price is held, and it appears in their inboxes. What goes beyond the access of an agent waits for its person: state input-required.",
  access: MEMBER,
  scope: "conversations:submit",
  input: closed({ conversationId: ConversationId }),
  output: SubmitResult,
  tool: { destructive: false, idempotent: false, openWorld: true },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const { conversation, viewerState } = await loadForMember(
      call,
      conversationId,
    );
    const draft = nextVersion(call, conversation);
    const after = await submit(call, draft, conversation.state);
    const { saveOptions, viewerState: mine } = stateAfterSending(
      after,
      viewerState,
    );
    save(call, conversation, after, saveOptions);
    return {
      ...lastAsked(call, conversation, after),
      conversationId,
      contextId: after.contextId,
      state: after.state,
      conversation: await presentTo(call, after, mine),
      ...warningsAbout(call.settings, after.participants),
    };
  },
});
