import { Type } from "typebox";
import { defineCommand, GUEST } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { stopMail } from "../conversations/acts/delivery/delivery.ts";
import { ServiceError } from "../errors/errors.ts";
import { outboxStore } from "../mail/outbox_store.ts";

/** Ends all mail from this service to the guest's address. */
export const stopInvites = defineCommand({
  name: "stop_invites",
  title: "Unsubscribe",
  description:
    "Stop all mail to the guest's address, whoever writes. A report is also recorded for the operator.",
  access: GUEST,
  input: closed({ reason: Type.Enum(["unsubscribed", "reported"]) }),
  output: closed({ stopped: Type.Literal(true) }),
  chains: (_input, { member: { guest } }) =>
    guest ? [guest.conversationId] : [],
  async run({ reason }, call) {
    const { guest } = call.member;
    // A buyer without an account gets no mail.
    if (!guest || guest.accountId !== undefined) {
      throw new ServiceError("invite_not_found");
    }
    await stopMail(call, guest, reason as "unsubscribed" | "reported");
    if (reason === "reported") {
      const mails = outboxStore(call.db);
      // Only on the mail: the conversation's chain would tell the sender.
      call.write(mails.blame(guest.outboxId, "reported", call.now));
    }
    return { stopped: true as const };
  },
});
