import { Type } from "typebox";
import { csvEntries } from "../../../../packages/standards/src/contacts/csv.ts";
import type {
  ContactFileFault,
  FileEntry,
} from "../../../../packages/standards/src/contacts/file_text.ts";
import {
  ContactFileError,
  fileText,
} from "../../../../packages/standards/src/contacts/file_text.ts";
import {
  isVcard,
  vcardEntries,
} from "../../../../packages/standards/src/contacts/vcard.ts";
import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { closed, integer, string } from "../../base/schemas.ts";
import { cleanLine, firstChars } from "../../base/text.ts";
import type { Say } from "../../base/words/say.ts";
import { phrase } from "../../base/words/say.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { ContactPlace } from "../contacts.ts";
import { contactAt } from "../contacts.ts";

/** The input fields of an import of contacts. */
export const IMPORT_FIELDS = {
  bytes: string(
    `A vCard (3.0, 4.0) or CSV file as base64, ${LIMITS.contactFileBytesMax} bytes at most.`,
  ),
};

/** The outcome for one address of the file. */
export const ImportedItem = closed({
  address: string("The address from the file, normalized."),
  name: string("Name in the file, which the contact keeps."),
  status: Type.Enum(["new", "known", "refused"], {
    description: "New, among your contacts already, or refused.",
  }),
  reason: Type.Optional(string("Why it is refused.")),
});

/** The counts of each kind. */
export const IMPORT_COUNTS = {
  new: integer("How many are new."),
  known: integer(
    "How many are among your contacts already; they stay as they are.",
  ),
  refused: integer("How many are refused."),
};

/** An address of a file, with the caller's entry for it. */
export type Imported =
  | {
      readonly entry: FileEntry;
      readonly status: "new";
      readonly place: ContactPlace;
    }
  | { readonly entry: FileEntry; readonly status: "known" }
  | {
      readonly entry: FileEntry;
      readonly status: "refused";
      readonly reason: string;
    };

/**
 * The caller's contacts after the import: each account and each address once.
 * @throws invalid_input
 */
export async function readImport(
  call: QueryCall,
  file: string,
): Promise<readonly Imported[]> {
  const seen = new Set<string>();
  const found: Imported[] = [];
  for (const entry of entriesIn(file)) {
    const key = entry.address.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    const it = await importedAt(call, entry);
    const account = it.status === "new" ? it.place.contactId : null;
    if (account !== null && seen.has(account)) continue;
    if (account !== null) seen.add(account);
    found.push(it);
  }
  return found;
}

/** The result for one address. */
export function presentFound(it: Imported, say: Say) {
  const { address, name } = it.entry;
  return {
    address: it.status === "new" ? it.place.address : address,
    name,
    status: it.status,
    ...(it.status === "refused" && { reason: say.of(it.reason) }),
  };
}

function entriesIn(file: string): readonly FileEntry[] {
  return readFile(file).map(({ name, address }) => ({
    name: firstChars(cleanLine(name), LIMITS.nameCharsMax),
    // One character more than an address may have: a cut one would be another address.
    address: firstChars(cleanLine(address), LIMITS.addressCharsMax + 1),
  }));
}

function readFile(file: string): readonly FileEntry[] {
  const rowsMax = LIMITS.contactFileEntriesMax;
  try {
    const text = fileText(file, LIMITS.contactFileBytesMax);
    const entries = isVcard(text)
      ? vcardEntries(text)
      : csvEntries(text, { columnsMax: LIMITS.contactFileColumnsMax, rowsMax });
    if (entries.length > rowsMax) throw new ContactFileError("too_many");
    return entries;
  } catch (error) {
    if (error instanceof ContactFileError) throw refusalOf(error.fault);
    throw error;
  }
}

const UNREADABLE = {
  not_base64: told`it is not base64`,
  not_text: told`it is not text. Export your contacts as vCard or CSV`,
  no_addresses: told`it is not a vCard, and its first line has no column for email addresses`,
};

function refusalOf(fault: ContactFileFault): ServiceError {
  if (fault === "too_large" || fault === "too_many") {
    const detail =
      fault === "too_large"
        ? told`Cannot read the file: the maximum is ${LIMITS.contactFileBytesMax} bytes. Export it without pictures.`
        : told`Cannot read the file: it has more than ${LIMITS.contactFileEntriesMax} addresses. Split it.`;
    return new ServiceError("payload_too_large", { detail });
  }
  const detail = UNREADABLE[fault];
  return new ServiceError("invalid_input", {
    detail: told`Cannot read the file: ${detail}.`,
    errors: [{ pointer: "/bytes", code: "unreadable", detail }],
  });
}

async function importedAt(
  call: QueryCall,
  entry: FileEntry,
): Promise<Imported> {
  try {
    const place = await contactAt(call, entry.address);
    if (place.row) return { entry, status: "known" };
    return place.contactId === call.member.accountId
      ? { entry, status: "refused", reason: phrase`This is your own address.` }
      : { entry, status: "new", place };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_address") {
      throw error;
    }
    return {
      entry,
      status: "refused",
      reason: phrase`This isn't an email address.`,
    };
  }
}
