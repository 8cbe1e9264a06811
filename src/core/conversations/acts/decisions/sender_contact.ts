import { requireScope } from "../../../access/access.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import type { SenderContact } from "../../../addresses/contact_types.ts";
import type { ContactChange } from "../../../addresses/contacts.ts";
import {
  contactAt,
  contactChange,
  isSameContact,
} from "../../../addresses/contacts.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import type { Decision } from "../checkpoints/checkpoint.ts";
import { keepContact, reviewChange } from "./rows/grant.ts";

/** The decision that each contact type goes with. */
const DECISIONS: Readonly<Record<SenderContact, Decision>> = {
  trusted: "approve",
  blocked: "decline",
};

/** @throws insufficient_scope for an access that changes no contacts */
export function requireContacts({ member }: QueryCall): void {
  requireScope(member, "contacts:write", told`change a contact`);
}

/**
 * The change of the caller's contacts that makes the sender trusted or blocked.
 * @throws insufficient_scope, person_required, quota_exceeded, invalid_address
 */
async function senderChange(
  call: CommandCall,
  conversation: Conversation,
  contact: SenderContact,
): Promise<ContactChange> {
  requireContacts(call);
  const { address } = senderOf(conversation);
  const place = await contactAt(call, address);
  const blocked = contact === "blocked";
  const unblocks = !blocked && place.row?.standing === "blocked";
  if (unblocks && call.member.kind === "agent") {
    throw onlyPerson(
      call,
      "/settings/contacts",
      told`Cannot trust the sender: they are blocked, and only your person can unblock them.`,
    );
  }
  return await contactChange(call, place, { blocked });
}

/**
 * Makes the sender of a request a contact, or blocks them, along with the answer.
 * @throws invalid_input if the answer does not fit, and as {@linkcode senderChange}
 */
export async function keepSender(
  call: CommandCall,
  conversation: Conversation,
  { action }: Checkpoint,
  { contact, decision }: { contact: SenderContact; decision: Decision },
): Promise<void> {
  if (action.act !== "accept" || decision !== DECISIONS[contact]) {
    throw invalid(
      "/contact",
      "conflict",
      told`use trusted with approve and blocked with decline, and only to answer a request`,
    );
  }
  const change = await senderChange(call, conversation, contact);
  const { before, after } = change;
  if (before && isSameContact(before, after)) return;
  const { grants } = reviewChange(call, change);
  if (!grants) {
    throw onlyPerson(
      call,
      "/settings/contacts",
      told`Cannot trust the sender: only your person can add or upgrade contacts.`,
    );
  }
  keepContact(call, grants, change);
}
