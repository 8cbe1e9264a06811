import { Type } from "typebox";
import { knownContact, noteContact } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { ContactAddress } from "../addresses/schemas.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Takes somebody out of the contacts: they are a stranger again. */
export const deleteContact = defineCommand({
  name: "delete_contact",
  title: "Delete a contact",
  description:
    "Take somebody out of your contacts. They are a stranger again: a block of them ends, and so does a free pass.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({ address: ContactAddress }),
  output: closed({ address: Type.String(), deleted: Type.Literal(true) }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address }, call) {
    const row = await knownContact(call, address);
    call.write(contactStore(call.db).remove(row));
    noteContact(call, "contact.removed", row);
    return { address: row.address, deleted: true as const };
  },
});
