import type { CommandCall } from "../../../../access/context.ts";
import type { ContactChange } from "../../../../addresses/contacts.ts";
import {
  contactAt,
  isByAgent,
  recordContact,
} from "../../../../addresses/contacts.ts";
import { contactStore } from "../../../../addresses/contacts_store.ts";
import type { ContactEntry, ShownEntry } from "../../../../addresses/grants.ts";
import { grantedBy } from "../../../../addresses/grants.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import type { ContactFacts } from "../../../../review/contact_rules.ts";
import type { Approval } from "../../../../review/review.ts";
import { reviewApproved, reviewContact } from "../../../../review/review.ts";
import type { Action } from "../../../model/acts.ts";
import type { Conversation } from "../../../model/model.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { recordReview } from "../../store/change.ts";
import { AMONG_THEMSELVES, changed, close } from "./deciding.ts";
import type { ActRow, Deciding } from "./row.ts";
import { personRequired } from "./shared.ts";

/** A contact gets a privilege of the account. */
export const GRANT: ActRow<"grant"> = {
  ...AMONG_THEMSELVES,
  facts: ({ checkpoint: { action } }) => ({
    contact: {
      address: action.address,
      before: action.before && shown(action.before),
      after: shown(action.after),
    },
  }),
  approveTitle: phrase`Change it`,
  declineTitle: phrase`Don't change it`,
  outcomes: (_subject, say) => ({
    approve: say`Your contact changes now, exactly as shown.`,
    decline: say`Your contacts don't change.`,
    silence: say`Your contacts don't change.`,
  }),
  happened: {
    approved: phrase`The contact was changed as shown.`,
    declined: phrase`The contact wasn't changed.`,
    expired: phrase`No answer in time: the contact wasn't changed.`,
    superseded: phrase`The contact had changed in the meantime, so this change wasn't made.`,
  },
  async permit() {
    throw personRequired(
      told`an agent cannot give a contact more access by itself.`,
    );
  },
  approve,
};

/** Reviews the privileges that a change of the caller's contacts grants. */
export function reviewChange(call: CommandCall, change: ContactChange) {
  return reviewContact(call, grantAction(change), factsOf(call, change));
}

function factsOf(
  { member }: CommandCall,
  { before, after }: ContactChange,
): ContactFacts {
  return {
    byAgent: member.kind === "agent",
    address: after.address,
    ...grantedBy(before, after),
  };
}

/** The exact change that the person sees and approves. */
export function grantAction({ before, after }: ContactChange): Action<"grant"> {
  return {
    act: "grant",
    address: after.address,
    contactId: after.contactId,
    before: before ? entryOf(before) : null,
    after: entryOf(after),
  };
}

function entryOf({
  contactId,
  contactType,
  standing,
}: ContactEntry): ContactEntry {
  return { contactId, contactType, standing };
}

/** Writes a change of a contact, for which the type of `approval` requires a review. */
export function keepContact(
  call: CommandCall,
  approval: Approval<"contact">,
  { before, after }: ContactChange,
): void {
  call.write(contactStore(call.db).put(after, approval));
  recordContact(call, before ? "contact.changed" : "contact.added", after);
}

/**
 * Carries out the approved change, if the contact is still as it was shown.
 * @throws action_changed
 */
async function approve(deciding: Deciding<"grant">): Promise<Conversation> {
  const { call, checkpoint, asked } = deciding;
  const change = await changeOf(call, checkpoint.action);
  const verdict = reviewApproved(reviewContact, call, {
    waiting: checkpoint,
    action: grantAction(change),
    facts: factsOf(call, change),
  });
  if (!verdict?.grants) {
    call.refuseAfter(changed(told`the contact has changed since it was shown`));
    const dropped = close(deciding, "superseded");
    return resume(call, dropped, "answer", "superseded");
  }
  const closed = close(deciding, "approved");
  recordReview(call, closed, verdict.review, asked.position);
  keepContact(call, verdict.grants, change);
  return resume(call, closed, "answer", "decided");
}

/** The change that a checkpoint would make to the contact as it is now. */
async function changeOf(
  call: CommandCall,
  action: Action<"grant">,
): Promise<ContactChange> {
  const place = await contactAt(call, action.address);
  const { row: before } = place;
  const { contactType, standing } = action.after;
  return {
    before,
    after: {
      ownerId: call.member.accountId,
      address: before?.address ?? place.address,
      contactId: place.contactId ?? before?.contactId ?? null,
      name: before?.name ?? "",
      contactType,
      standing,
      byAgent: isByAgent(call, before),
      createdAt: before?.createdAt ?? call.now,
      updatedAt: call.now,
    },
  };
}

function shown({ contactType, standing }: ContactEntry): ShownEntry {
  return { contactType, standing };
}
