import type { FileEntry } from "./file_text.ts";

/** A property of a card: its name and its text. */
interface Property {
  readonly name: string;
  readonly value: string;
}

const BEGIN = "BEGIN:VCARD";

/** True for text with cards. */
export function isVcard(text: string): boolean {
  return text.trimStart().slice(0, BEGIN.length).toUpperCase() === BEGIN;
}

/** Reads cards of vCard 3.0 and 4.0 (RFC 2426, RFC 6350): each address with the card's name. */
export function vcardEntries(text: string): readonly FileEntry[] {
  const entries: FileEntry[] = [];
  let name = "";
  let addresses: string[] = [];
  for (const line of unfolded(text)) {
    const property = propertyIn(line);
    if (!property) continue;
    const { value } = property;
    if (property.name === "FN") name = unescaped(value);
    if (property.name === "EMAIL") addresses.push(addressIn(value));
    if (property.name !== "END") continue;
    for (const address of addresses) entries.push({ name, address });
    name = "";
    addresses = [];
  }
  return entries;
}

/** A line that begins with a space continues the previous one (RFC 6350, section 3.2). */
function unfolded(text: string): readonly string[] {
  return text.replace(/\r?\n[ \t]/g, "").split(/\r\n|\n|\r/);
}

/** `group.NAME;parameters:value`; a colon within quotes does not count. */
function propertyIn(line: string): Property | undefined {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] !== ":" || isQuoted) continue;
    const [said = ""] = line.slice(0, at).split(";", 1);
    const name = said.slice(said.lastIndexOf(".") + 1).trim();
    return { name: name.toUpperCase(), value: line.slice(at + 1) };
  }
  return undefined;
}

function addressIn(value: string): string {
  return unescaped(value)
    .trim()
    .replace(/^mailto:/i, "");
}

function unescaped(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_all, char: string) =>
    char.toLowerCase() === "n" ? " " : char,
  );
}
