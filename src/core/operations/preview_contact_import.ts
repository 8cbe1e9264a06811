import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import {
  IMPORT_COUNTS,
  IMPORT_FIELDS,
  ImportedItem,
  presentFound,
  readImport,
} from "../addresses/import/imported.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";

/** Shows what a file of contacts would add. */
export const previewContactImport = defineQuery({
  name: "preview_contact_import",
  title: "Preview a contact import",
  description:
    "Say which addresses of a vCard or CSV file are new, which are among your contacts, and which are refused and why. Nothing is changed.",
  access: MEMBER,
  scope: "contacts:read",
  input: closed(IMPORT_FIELDS),
  output: closed({
    ...IMPORT_COUNTS,
    items: Type.Array(ImportedItem, {
      description: `In the order of the file, ${LIMITS.contactFileEntriesMax} at most.`,
    }),
  }),
  takesTurns: true,
  async run({ bytes }, call) {
    const found = await readImport(call, bytes);
    const count = (status: string) =>
      found.filter((it) => it.status === status).length;
    return {
      new: count("new"),
      known: count("known"),
      refused: count("refused"),
      items: found.map((it) => presentFound(it, call.say)),
    };
  },
});
