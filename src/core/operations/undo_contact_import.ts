import { defineCommand, MEMBER } from "../access/operation.ts";
import { recordContact } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, integer, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/** Removes what an import added, except contacts changed or written to since. */
export const undoContactImport = defineCommand({
  name: "undo_contact_import",
  title: "Undo a contact import",
  description:
    "Remove the contacts that an import added, except those you changed or wrote to since.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({
    importedAt: string("importedAt of the import.", LIMITS.idCharsMax),
  }),
  output: closed({ removed: integer("How many were removed.") }),
  chains: (_input, { member }) => [member.accountId],
  async run({ importedAt }, call) {
    const at = Date.parse(importedAt);
    if (!Number.isSafeInteger(at)) {
      throw new ServiceError("invalid_input", {
        detail: told`Cannot undo the import: importedAt is not a time.`,
        errors: [
          {
            pointer: "/importedAt",
            code: "time",
            detail: told`it is not a time`,
          },
        ],
      });
    }
    const store = contactStore(call.db);
    const rows = await store.untouchedSince(call.member.accountId, at);
    for (const row of rows) {
      call.write(store.remove(row));
      recordContact(call, "contact.removed", row);
    }
    return { removed: rows.length };
  },
});
