import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { definePreparedCommand, SESSION } from "../access/operation.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { closed, string } from "../base/schemas.ts";
import { openAcceptances } from "../conversations/acts/admission/open_acceptances.ts";
import { claimOrder } from "../conversations/acts/delivery/claim_order.ts";
import {
  audienceOfParticipant,
  inviteOfMail,
} from "../conversations/acts/delivery/delivery.ts";
import {
  nextVersion,
  recordEvent,
  setPayment,
} from "../conversations/acts/store/change.ts";
import { save } from "../conversations/acts/store/save.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import type {
  Conversation,
  Participant,
} from "../conversations/model/model.ts";
import { SENDER } from "../conversations/model/model.ts";
import { wouldBePaid } from "../conversations/model/payee.ts";
import { StateSchema } from "../conversations/model/schemas.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { guestOf } from "../mail/invite_link.ts";

/** Makes an account the participant that an invite went to. */
export const claimInvite = definePreparedCommand({
  ...CALLABLE.claim,
  description:
    "Claim an invited address's place: the conversation moves to the account's inbox, and a price that waits for a payee is for it.",
  access: SESSION,
  input: closed({
    token: string("From the invite's link.", 64),
  }),
  output: closed({ conversationId: Type.String(), state: StateSchema }),
  async prepare({ token }, call) {
    const guest = await guestOf(call, token, "read");
    if (!guest) throw new ServiceError("invite_not_found");
    return guest;
  },
  chains: (_input, _call, { conversationId }) => [conversationId],
  async run(_input, call, { conversationId, position, accountId: wallet }) {
    const place = { position };
    const open = await inviteOfMail(call, conversationId, place, wallet);
    if (!open) throw new ServiceError("invite_not_found");
    const { conversation } = open;
    const { accountId } = call.member;
    if (conversation.participants.some((it) => it.accountId === accountId)) {
      throw new ServiceError("already_participant");
    }
    const taken = await participantFor(call, conversation, open.participant);
    const next = nextVersion(call, conversation);
    if (wallet !== undefined) {
      const after = claimOrder(call, next, taken);
      save(call, conversation, after, { notify: [position] });
      return { conversationId, state: after.state };
    }
    const joined: Conversation = {
      ...next,
      participants: next.participants.map((it) =>
        it.position === position ? taken : it,
      ),
    };
    recordEvent(call, joined, "invite.claimed", {
      audience: audienceOfParticipant(taken),
    });
    const paid = takePayment(call, joined, taken);
    const after =
      paid.state === "submitted"
        ? await openAcceptances(call, paid, [taken])
        : paid;
    save(call, conversation, after, { notify: [SENDER, position] });
    return { conversationId, state: after.state };
  },
});

/** Replaces the invited address with the account's own, if it has one. */
async function participantFor(
  call: CommandCall,
  conversation: Conversation,
  participant: Participant,
): Promise<Participant> {
  const { accountId } = call.member;
  const account = await loadAccount(call, accountId);
  const own = await addressStore(call.db).ofAccount(accountId);
  const sender = conversation.ownerId;
  const isBuyer = participant.role === "sender";
  const knows = await contactStore(call.db).ofAccount(accountId, sender);
  return {
    ...participant,
    accountId,
    address:
      own || isBuyer
        ? freeAddressOf(call.settings, own?.localPart ?? accountId)
        : participant.address,
    displayName: account.displayName,
    kind: account.kind,
    ...(!isBuyer && {
      ...({ deliveryState: "joined", deliveryAt: call.now } as const),
      joinedAt: call.now,
    }),
    // A buyer is no contact of themselves.
    ...(!isBuyer && {
      knows: knows ? [SENDER] : [],
      knowsAs: knows ? { [SENDER]: knows.contactType } : {},
    }),
    reached: true,
  };
}

/** Gives a price without a payee to the first addressed account that joins. */
function takePayment(
  call: CommandCall,
  conversation: Conversation,
  participant: Participant,
): Conversation {
  const { payment } = conversation;
  if (!payment || !wouldBePaid(conversation, participant)) return conversation;
  const taken = { ...payment, payeeId: participant.accountId };
  return setPayment(call, conversation, taken, "payment.payee_joined");
}
