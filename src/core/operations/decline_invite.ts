import { Type } from "typebox";
import { defineCommand, GUEST } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { perform } from "../conversations/acts/act.ts";
import {
  audienceOfParticipant,
  withDelivery,
} from "../conversations/acts/delivery/delivery.ts";
import { endWithoutRecipients } from "../conversations/acts/settlement/remaining_recipients.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { SENDER } from "../conversations/model/model.ts";
import { StateSchema } from "../conversations/model/schemas.ts";
import { ServiceError } from "../errors/errors.ts";

/** Declines as a guest: no more mail about this conversation. */
export const declineInvite = defineCommand({
  ...CALLABLE.declineInvite,
  description:
    "Decline the guest's invite. If no one is left to take the request, it ends and a held price goes back.",
  access: GUEST,
  input: closed({
    conversationId: ConversationId,
    reason: Type.Optional(
      string(
        "Reason, shown to the sender if it ends the request.",
        LIMITS.commentCharsMax,
      ),
    ),
  }),
  output: closed({ conversationId: Type.String(), state: StateSchema }),
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, reason = "" }, call) {
    const { after } = await perform(call, conversationId, {
      run({ call, before, next, me }) {
        if (me.role === "sender") throw new ServiceError("invite_not_found");
        if (me.deliveryState === "declined") return { after: before };
        refuseClosed(call, before, told`decline`);
        const declined = withDelivery(next, me, "declined", call.now);
        recordEvent(call, declined, "invite.declined", {
          audience: audienceOfParticipant(me),
        });
        const after = endWithoutRecipients(call, declined, {
          words: cleanLine(reason),
        });
        return { after, notify: [SENDER] };
      },
    });
    return { conversationId, state: after.state };
  },
});
