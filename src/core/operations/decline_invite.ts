import { Type } from "typebox";
import { defineCommand, GUEST } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { endWithoutRecipients } from "../conversations/checkpoints/remaining_recipients.ts";
import {
  audienceOfParticipant,
  withDelivery,
} from "../conversations/delivery/delivery.ts";
import { SENDER } from "../conversations/model/model.ts";
import { StateSchema } from "../conversations/model/schemas.ts";
import { nextVersion, recordEvent } from "../conversations/store/change.ts";
import { refuseClosed } from "../conversations/store/closed.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";

/** A guest's no: nothing more is mailed to them about this conversation. */
export const declineInvite = defineCommand({
  name: "decline_invite",
  title: "Decline an invite",
  description:
    "Decline what the guest was invited to. If nobody is left to take the request it ends and a held price goes back.",
  access: GUEST,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId }),
  output: closed({ conversationId: Type.String(), state: StateSchema }),
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId }, call) {
    const { conversation, me } = await loadForMember(call, conversationId);
    const { state } = conversation;
    if (me.deliveryState === "declined") return { conversationId, state };
    refuseClosed(call, conversation, "decline");
    const next = nextVersion(call, conversation);
    const declined = withDelivery(next, me, "declined", call.now);
    recordEvent(call, declined, "invite.declined", {
      audience: audienceOfParticipant(me),
    });
    const after = endWithoutRecipients(call, declined);
    save(call, conversation, after, { actor: me.position, notify: [SENDER] });
    return { conversationId, state: after.state };
  },
});
