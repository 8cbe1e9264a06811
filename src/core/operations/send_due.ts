import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { accountClosed } from "../addresses/resolve.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock } from "../conversations/acts/act.ts";
import { isDue } from "../conversations/acts/drafts/sending.ts";
import { submit } from "../conversations/acts/drafts/submit.ts";
import { actAs } from "../conversations/model/acting.ts";
import { senderOf } from "../conversations/model/model.ts";
import { isDisabled } from "../identity/accounts.ts";
import { inNameOf } from "../identity/in_name_of.ts";
import { sent } from "./create_conversation.ts";

/** Sends a draft at the time that its person chose, as their act. */
export const sendDue = defineCommand({
  name: "send_due",
  title: "Send what is due",
  description:
    "Send a draft whose time has come, as the person who chose the time would.",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call) =>
    actOfClock(call, conversationId, async (call, before, next) => {
      if (!isDue(call, before)) return undefined;
      if (await isDisabled(call, before.ownerId)) {
        throw accountClosed(senderOf(before).address, "/conversationId");
      }
      const sender = actAs(inNameOf(call, before.ownerId), "sender");
      const { after, notify } = sent(
        call,
        await submit(sender, next, before.state),
      );
      return { after, notify };
    }),
});
