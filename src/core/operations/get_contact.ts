import { defineQuery, MEMBER } from "../access/operation.ts";
import { knownContact, presentContact } from "../addresses/contacts.ts";
import { ContactAddress, ContactSchema } from "../addresses/schemas.ts";
import { closed } from "../base/schemas.ts";

/** Reads one contact, by any of their addresses. */
export const getContact = defineQuery({
  name: "get_contact",
  title: "Read a contact",
  description:
    "Read a contact's type, and whether they are blocked or always allowed.",
  access: MEMBER,
  scope: "contacts:read",
  input: closed({ address: ContactAddress }),
  output: ContactSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  run: async ({ address }, call) =>
    presentContact(await knownContact(call, address)),
});
