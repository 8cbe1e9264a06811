import { ZIP } from "./zip_format.ts";

// APPNOTE.TXT of the zip format, sections 4.3.12 and 4.3.16.
const END_SIGNATURE = Buffer.from("504b0506", "hex");
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const COMMENT_BYTES_MAX = 0xffff;

/**
 * The names in a zip's directory, up to a limit; none for a broken zip, which no program
 * opens.
 */
export function zipEntries(data: Buffer, max: number): readonly string[] {
  const from = Math.max(0, data.length - END_BYTES - COMMENT_BYTES_MAX);
  const end = data.subarray(from).lastIndexOf(END_SIGNATURE);
  if (end < 0 || from + end + END_BYTES > data.length) return [];
  // Counted from the end: bytes before a zip move it without breaking it.
  let at = from + end - data.readUInt32LE(from + end + 12);
  const names: string[] = [];
  while (names.length < max) {
    if (at < 0 || at + ENTRY_BYTES > data.length) break;
    if (data.readUInt32LE(at) !== ZIP.central) break;
    const name = at + ENTRY_BYTES;
    const nameBytes = data.readUInt16LE(at + 28);
    names.push(data.toString("latin1", name, name + nameBytes));
    at =
      name +
      nameBytes +
      data.readUInt16LE(at + 30) +
      data.readUInt16LE(at + 32);
  }
  return names;
}
