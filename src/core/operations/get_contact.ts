import { defineQuery, MEMBER } from "../access/operation.ts";
import { knownContact, presentContact } from "../addresses/contacts.ts";
import { ContactAddress, ContactSchema } from "../addresses/schemas.ts";
import { closed } from "../base/schemas.ts";

/** Reads one contact, by any address of theirs. */
export const getContact = defineQuery({
  name: "get_contact",
  title: "Read a contact",
  description:
    "Read what somebody is to you, and whether you have blocked or always let in.",
  access: MEMBER,
  scope: "contacts:read",
  input: closed({ address: ContactAddress }),
  output: ContactSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  run: async ({ address }, call) =>
    presentContact(await knownContact(call, address)),
});
