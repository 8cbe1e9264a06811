import { Type } from "typebox";
import { onlyPerson } from "../access/only_person.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { knownContact, recordContact } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { ContactAddress } from "../addresses/schemas.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";

/** Removes a contact, who is then a stranger again. */
export const deleteContact = defineCommand({
  name: "delete_contact",
  title: "Delete a contact",
  description:
    "Remove someone from your contacts. They are a stranger again, and a block or a free pass ends. An agent can't delete a blocked contact; set blocked to false, which asks its person.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({ address: ContactAddress }),
  output: closed({ address: Word("address"), deleted: Type.Literal(true) }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ address }, call) {
    const row = await knownContact(call, address);
    if (call.member.kind === "agent" && row.standing === "blocked") {
      throw onlyPerson(
        call,
        "/settings/contacts",
        told`Cannot delete this contact: it is blocked, and only your person can unblock it. Set blocked to false to ask them.`,
      );
    }
    call.write(contactStore(call.db).remove(row));
    recordContact(call, "contact.removed", row);
    return { address: row.address, deleted: true as const };
  },
});
