/**
 * Which inboxes and mails does a conversation reach? `invites.ts` queues mails to ordinary
 * addresses, `foreign.ts` messages to other services, `noticed.ts` notices to people,
 * `answerer.ts` says whose answer by mail is taken.
 * @module
 */
import { requireScope } from "../../../access/access.ts";
import type { CommandCall } from "../../../access/context.ts";
import { entryFor } from "../../../addresses/acquaintance.ts";
import type { ContactType } from "../../../addresses/contact_types.ts";
import { isPrivilege } from "../../../addresses/contact_types.ts";
import { contactChanged, isByAgent } from "../../../addresses/contacts.ts";
import { contactStore } from "../../../addresses/contacts_store.ts";
import { told } from "../../../base/words/sentence.ts";
import type { Approval, SubmitGrants } from "../../../review/review.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { recipientsOf } from "../../model/model.ts";
import { isSubmitAgreed } from "../../model/paid_to.ts";
import type { State } from "../../model/states.ts";
import type { Verb } from "../../model/transitions.ts";
import { openAcceptances } from "../admission/open_acceptances.ts";
import { takePlace } from "../admission/order.ts";
import { tellAsked } from "../checkpoints/checkpoint.ts";
import { fileByRules } from "../rules/filing.ts";
import { move } from "../store/change.ts";
import { queueForeign } from "./foreign.ts";
import { inviteOutsiders } from "./invites.ts";

/**
 * Delivers the conversation to each inbox, or invites ordinary addresses to it.
 * @throws offer_sold_out
 */
export async function deliver(
  call: CommandCall,
  conversation: Conversation,
  from: State | "new",
  grants: SubmitGrants,
): Promise<Conversation> {
  await takePlace(call, conversation);
  const knowsAs = await grantContacts(call, grants.contact, conversation);
  const reached = {
    ...conversation,
    participants: conversation.participants
      .map((it) =>
        it.accountId === null
          ? it
          : reachedParticipant(it, call.now, hasRequest(conversation, it)),
      )
      .map((it) => (it.role === "sender" ? { ...it, knowsAs } : it)),
  };
  const invited = await inviteOutsiders(call, grants.outward, reached, null);
  const queued = queueForeign(call, invited, null, (it) =>
    hasRequest(conversation, it),
  );
  const asked = await openAcceptances(call, queued);
  await tellAsked(call, queued, asked);
  const filed = await fileByRules(call, asked);
  return move(call, filed, from, verbFrom(from), {
    reviewId: grants.payment.reviewId,
  });
}

/** The verb of a delivery: a submit at once, after approval, or after payment. */
function verbFrom(from: State | "new"): Verb {
  if (from === "auth-required") return "funded";
  return from === "input-required" ? "approve_submit" : "submit";
}

/** True for a payee at another service, which has the request since its price was asked for. */
function hasRequest(
  { payment }: Conversation,
  { accountId }: Participant,
): boolean {
  const { payeeId = null, reclaim } = payment ?? {};
  return !!reclaim && accountId !== null && accountId === payeeId;
}

function reachedParticipant(
  it: Participant,
  now: number,
  isThere: boolean,
): Participant {
  return {
    ...it,
    ...(!isThere && { deliveryState: "on_service", deliveryAt: now }),
    joinedAt: it.joinedAt ?? now,
    reached: true,
  };
}

/**
 * Adds the recipients to the sender's contacts (docs/addresses.md, Contact types), by
 * position with the type, but not the service's own agents. An agent's claim does not bring a
 * contact closer, even if its person approves or pays the message: that is a privilege, and
 * no card of a submit asks for it.
 * @throws insufficient_scope for an agent that may not create or change a contact
 */
async function grantContacts(
  call: CommandCall,
  _approval: Approval<"contact">,
  conversation: Conversation,
): Promise<NonNullable<Participant["knowsAs"]>> {
  const store = contactStore(call.db);
  const { ownerId } = conversation;
  const knowsAs: Record<number, ContactType> = {};
  const isAgreed = isSubmitAgreed(conversation);
  for (const it of recipientsOf(conversation)) {
    if (it.accountId === null) continue;
    const known = await entryFor(call, ownerId, it.accountId);
    const claimed = typeGiven(call, conversation, known?.contactType);
    const keeps = known && claimed === "everyone";
    const contactType = keeps ? known.contactType : claimed;
    knowsAs[it.position] = contactType;
    const byAgent = isByAgent(call, known) && !isAgreed;
    const isChanged = known?.contactType !== contactType;
    if (!isChanged && known.byAgent === byAgent) continue;
    if (known && isChanged) {
      requireScope(call.member, "contacts:write", told`change a contact`);
    } else if (!known && it.kind !== "service") {
      requireScope(call.member, "contacts:new", told`write to a new contact`);
    }
    const address = known?.address ?? it.address;
    call.changed(
      contactChanged({ ownerId, address }, known ? "changed" : "created"),
    );
    call.write(
      store.upsert({
        ownerId,
        address,
        contactId: it.accountId,
        contactType,
        byAgent,
        createdAt: known?.createdAt ?? call.now,
        updatedAt: call.now,
      }),
    );
  }
  return knowsAs;
}

function typeGiven(
  { member }: CommandCall,
  { contactType, messages: [first] }: Conversation,
  known: ContactType | undefined,
): ContactType {
  const byAgent = member.kind === "agent" || first?.authorKind === "agent";
  const isGrant = byAgent && isPrivilege(contactType, known);
  return isGrant ? (known ?? "everyone") : contactType;
}
