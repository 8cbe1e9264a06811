import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { hasScope } from "../access/principal.ts";
import { ownAddressOf } from "../addresses/owned.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { suggestedContacts } from "../addresses/suggested_store.ts";
import { searchDirectory } from "../agents/directory.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, filled, string } from "../base/schemas.ts";

/** Suggests recipients while an address is typed. */
export const suggestRecipients = defineQuery({
  name: "suggest_recipients",
  title: "Suggest recipients",
  description:
    "Suggest recipients while you type an address: contacts by the beginning of the address or of a word in the name, last written to first, then the directory.",
  access: MEMBER,
  scope: "contacts:read",
  input: closed({
    q: filled("The text typed so far.", LIMITS.directoryQueryCharsMax),
  }),
  output: closed({
    recipients: Type.Array(
      closed({
        address: Word("address", "Their address."),
        name: Type.Optional(
          string("Display name; absent for an address elsewhere."),
        ),
        from: Type.Enum(["contacts", "directory"], {
          description: "Source of the suggestion.",
        }),
      }),
      { description: `The likeliest first, ${LIMITS.suggestionsMax} at most.` },
    ),
  }),
  takesTurns: true,
  async run({ q }, call) {
    const start = q.trim().toLowerCase();
    if (start === "") return { recipients: [] };
    const known = await suggestedContacts(call.db)({
      ownerId: call.member.accountId,
      start,
      limit: LIMITS.suggestionsMax,
    });
    const contacts = known.map(({ address, displayName }) => ({
      address,
      ...(displayName !== null && { name: displayName }),
      from: "contacts" as const,
    }));
    const others = await fromDirectory(call, q);
    const seen = new Set(known.map(({ address }) => address));
    const more = others.filter(({ address }) => !seen.has(address));
    const recipients = [...contacts, ...more].slice(0, LIMITS.suggestionsMax);
    return { recipients };
  },
});

/** Suggestions from the directory, without the caller. */
async function fromDirectory(call: QueryCall, query: string) {
  if (!hasScope(call.member, "agents:discover")) return [];
  const limit = LIMITS.suggestionsMax;
  const found = await searchDirectory(call, { query, limit });
  const own = await ownAddressOf(call, call.member.accountId);
  const me = own && freeAddressOf(call.settings, own.localPart);
  return found
    .filter(({ address }) => address !== me)
    .map(({ address, name }) => ({
      address,
      name,
      from: "directory" as const,
    }));
}
