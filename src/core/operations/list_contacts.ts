import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { presentContact } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { ContactSchema } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, PAGE_FIELDS, PageLimit, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/** Lists the caller's contacts by address, a page at a time. */
export const listContacts = defineQuery({
  name: "list_contacts",
  title: "List contacts",
  description:
    "List your contacts, with their type and whether they are blocked or always allowed. Pass nextCursor as cursor for the next page.",
  access: MEMBER,
  scope: "contacts:read",
  input: closed({
    cursor: Type.Optional(
      string("nextCursor from the last page.", LIMITS.contactCursorCharsMax),
    ),
    limit: Type.Optional(PageLimit),
  }),
  output: closed({
    contacts: Type.Array(ContactSchema, {
      description: "One page of them, by address.",
    }),
    ...PAGE_FIELDS,
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ cursor, limit = LIMITS.pageDefault }, call) {
    const rows = await contactStore(call.db).page(call.member.accountId, {
      after: readCursor(cursor),
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit;
    return {
      contacts: shown.map(presentContact),
      nextCursor: hasMore && last ? cursorAfter(last.address) : null,
      hasMore,
    };
  },
});

function cursorAfter(address: string): string {
  return Buffer.from(address).toString("base64url");
}

/** @throws invalid_cursor */
function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return "";
  const address = Buffer.from(cursor, "base64url").toString("utf8");
  if (address.includes("@") && cursorAfter(address) === cursor) return address;
  throw new ServiceError("invalid_cursor", {
    detail: told`Cannot continue the list: the cursor isn't valid. Start again without it.`,
  });
}
