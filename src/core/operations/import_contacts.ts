import { requireScope } from "../access/access.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { isByAgent } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import {
  IMPORT_COUNTS,
  IMPORT_FIELDS,
  readImport,
} from "../addresses/import/imported.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, integer, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import {
  keepContact,
  reviewChange,
} from "../conversations/acts/decisions/rows/grant.ts";
import { ServiceError } from "../errors/errors.ts";

/** Adds the new contacts of a file as ordinary ones: none is trusted by it. */
export const importContacts = defineCommand({
  name: "import_contacts",
  title: "Import contacts",
  description: `Add the addresses of a vCard or CSV file that are new, ${LIMITS.contactsAddedMax} at once, the rest by sending it again. Each is a contact like anybody, with the name in the file: neither closer, nor allowed, nor blocked. Contacts that you have stay as they are.`,
  access: MEMBER,
  scope: "contacts:write",
  input: closed(IMPORT_FIELDS),
  output: closed({
    ...IMPORT_COUNTS,
    added: integer("How many were added."),
    left: integer("How many new ones are left; send the file again."),
    importedAt: timestamp("Names this import, to undo it."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ bytes }, call) {
    const { accountId } = call.member;
    requireScope(call.member, "contacts:new", told`import contacts`);
    const found = await readImport(call, bytes);
    const fresh = found.flatMap((it) =>
      it.status === "new" ? [{ ...it.place, name: it.entry.name }] : [],
    );
    const now = fresh.slice(0, LIMITS.contactsAddedMax);
    const had = await contactStore(call.db).count(accountId);
    if (had + now.length > LIMITS.contactsMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot import ${fresh.length} contacts: you have ${had}, and the maximum is ${LIMITS.contactsMax}.`,
      });
    }
    for (const { address, contactId, name } of now) {
      const after = {
        ownerId: accountId,
        address,
        contactId,
        name,
        contactType: "everyone",
        standing: "usual",
        byAgent: isByAgent(call, undefined),
        createdAt: call.now,
        updatedAt: call.now,
      } as const;
      const change = { before: undefined, after };
      const { grants } = reviewChange(call, change);
      if (grants) keepContact(call, grants, change);
    }
    return {
      new: fresh.length,
      known: found.filter(({ status }) => status === "known").length,
      refused: found.filter(({ status }) => status === "refused").length,
      added: now.length,
      left: fresh.length - now.length,
      importedAt: showTime(call.now),
    };
  },
});
