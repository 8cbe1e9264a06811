import { Type } from "typebox";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import {
  checkNewContact,
  contactAt,
  noteContact,
  presentContact,
  standingAfter,
} from "../addresses/contacts.ts";
import type { ContactRow } from "../addresses/contacts_store.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { ContactAddress, ContactSchema } from "../addresses/schemas.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Adds a contact or changes it: what they are, blocked, or always let in. */
export const saveContact = defineCommand({
  name: "save_contact",
  title: "Save a contact",
  description:
    "Say what somebody is to you, block them, or always let them in. A field that is left out stays as it is; a new contact is everyone, neither blocked nor allowed.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({
    address: ContactAddress,
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description:
          "What they are to you: which of your prices they are asked, whatever they claim.",
      }),
    ),
    blocked: Type.Optional(
      Type.Boolean({
        description: "True: they cannot start a conversation with you.",
      }),
    ),
    allowed: Type.Optional(
      Type.Boolean({
        description: "True: they need neither your acceptance nor your price.",
      }),
    ),
  }),
  output: closed({
    contact: ContactSchema,
    created: Type.Boolean({ description: "False if you had them already." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address, contactType, ...said }, call) {
    const place = await contactAt(call, address);
    const { row: before, contactId } = place;
    if (!before) await checkNewContact(call, place);
    const after: ContactRow = {
      ownerId: call.member.accountId,
      address: before?.address ?? place.address,
      contactId: contactId ?? before?.contactId ?? null,
      contactType: contactType ?? before?.contactType ?? "everyone",
      standing: standingAfter(before?.standing ?? "usual", said),
      createdAt: before?.createdAt ?? call.now,
      updatedAt: call.now,
    };
    if (before && isSame(before, after)) {
      return { contact: presentContact(before), created: false };
    }
    call.write(contactStore(call.db).put(after));
    noteContact(call, before ? "contact.changed" : "contact.added", after);
    return { contact: presentContact(after), created: !before };
  },
});

function isSame(before: ContactRow, after: ContactRow): boolean {
  return (
    before.contactId === after.contactId &&
    before.contactType === after.contactType &&
    before.standing === after.standing
  );
}
