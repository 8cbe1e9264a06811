import { definePreparedCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { accountClosed } from "../addresses/resolve.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { actOfClock, asksOwnPerson } from "../conversations/acts/act.ts";
import {
  knowForeign,
  meetRecipients,
} from "../conversations/acts/drafts/meet_foreign.ts";
import {
  inNameOfChooser,
  isDue,
} from "../conversations/acts/drafts/sending.ts";
import { submit } from "../conversations/acts/drafts/submit.ts";
import { actAs } from "../conversations/model/acting.ts";
import { SENDER, senderOf } from "../conversations/model/model.ts";
import { isDisabled } from "../identity/accounts.ts";
import { sent } from "./create_conversation.ts";

/** Sends a draft at its time, as an act of the person or the agent that chose it. */
export const sendDue = definePreparedCommand({
  name: "send_due",
  title: "Send a due draft",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: ConversationId }),
  output: Done,
  prepare: ({ conversationId }, call) => meetRecipients(call, conversationId),
  chains: ({ conversationId }) => [conversationId],
  run: ({ conversationId }, call, met) =>
    actOfClock(call, conversationId, async (call, before, next) => {
      if (!isDue(call, before)) return undefined;
      await knowForeign(call, met);
      if (await isDisabled(call, before.ownerId)) {
        throw accountClosed(senderOf(before).address, "/conversationId");
      }
      const chooser = await inNameOfChooser(call, before);
      const sender = actAs(chooser, "sender");
      const { after, notify } = sent(
        call,
        await submit(sender, next, before.state),
      );
      const asks = asksOwnPerson(chooser, before, after);
      return { after, notify: asks ? [SENDER] : notify };
    }),
});
