import { Type } from "typebox";
import { note } from "../conversations/change.ts";
import { seatOfMail, stopMail } from "../conversations/delivery.ts";
import { ServiceError } from "../errors.ts";
import { deliveryStore } from "../mail/delivery_store.ts";
import { defineCommand, GUEST } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Ends the mail of this service to the guest's address, whoever writes. */
export const stopInvites = defineCommand({
  name: "stop_invites",
  title: "Stop the mail",
  description:
    "Write no more mail to the guest's address, from nobody; a report is recorded for the operator too.",
  access: GUEST,
  input: closed({ reason: Type.Enum(["unsubscribed", "reported"]) }),
  output: closed({ stopped: Type.Literal(true) }),
  chains: (_input, { member: { guest } }) =>
    guest ? [guest.conversationId] : [],
  async run({ reason }, call) {
    const { guest } = call.member;
    if (!guest) throw new ServiceError("invite_not_found");
    await stopMail(call, guest, reason as "unsubscribed" | "reported");
    if (reason === "reported") {
      const mails = deliveryStore(call.db);
      call.write(mails.blame(guest.outboxId, "reported", call.now));
      const open = await seatOfMail(call, guest.conversationId, guest);
      // Nobody in the conversation learns who reported it.
      const audience = [guest.position];
      if (open) note(call, open.conversation, "invite.reported", { audience });
    }
    return { stopped: true as const };
  },
});
