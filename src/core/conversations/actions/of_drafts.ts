import { requireScope } from "../../access/access.ts";
import { cardAmount, shownRecipients } from "../checkpoints/card_words.ts";
import { refuseIncomplete } from "../drafts/ready.ts";
import { recipientsOf } from "../model/model.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const isDraft = ({ conversation, me }: Standpoint) =>
  conversation.state === "draft" && me.role === "sender";

function permitDraft({ call }: Standpoint) {
  requireScope(call.member, "drafts:write", "change a draft");
  return AT_ONCE;
}

/** What the writer of a draft may do with it. */
export const OF_DRAFTS: readonly Row[] = [
  {
    name: "submit",
    operation: "submit_draft",
    title: () => "Send",
    isFor: isDraft,
    permit({ call, conversation }) {
      requireScope(call.member, "conversations:submit", "send it");
      refuseIncomplete(conversation, conversation.participants);
      if (conversation.price > 0) {
        requireScope(call.member, "payments:hold", "hold a price");
      }
      return AT_ONCE;
    },
    effect({ conversation }) {
      const { price } = conversation;
      const to = shownRecipients(recipientsOf(conversation));
      const held = price === 0 ? "" : ` and holds ${cardAmount(price)} (TEST)`;
      return `Sends it to ${to}${held}, once the security review allows it.`;
    },
  },
  {
    name: "edit",
    operation: "update_conversation",
    title: () => "Edit",
    isFor: isDraft,
    permit: permitDraft,
    effect: () => "Changes the draft. Nobody else sees it.",
  },
  {
    name: "delete",
    operation: "delete_draft",
    title: () => "Delete the draft",
    isFor: isDraft,
    permit: permitDraft,
    effect: () => "Deletes the draft for good.",
  },
];
