/** Encodings identified by the start of a file. */
const MARKS = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/**
 * The text of an address book file: UTF-8, UTF-16 with its mark, or Windows-1252, which
 * office programs still write.
 * @throws ContactFileError
 */
export function fileText(base64: string, bytesMax: number): string {
  const bytes = bytesOf(base64);
  if (bytes.length > bytesMax) throw new ContactFileError("too_large");
  const mark = MARKS.find(([, start]) =>
    start.every((byte, at) => bytes[at] === byte),
  );
  if (mark) return new TextDecoder(mark[0]).decode(bytes);
  if (bytes.includes(0)) {
    throw new ContactFileError("not_text");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    throw new ContactFileError("not_base64");
  }
}

/** Why a file of contacts cannot be read. */
export type ContactFileFault =
  | "not_base64"
  | "not_text"
  | "no_addresses"
  | "too_large"
  | "too_many";

/** A file of contacts that cannot be read. */
export class ContactFileError extends Error {
  override readonly name = "ContactFileError";
  readonly fault: ContactFileFault;

  constructor(fault: ContactFileFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A name and an address from a file of contacts. */
export interface FileEntry {
  readonly name: string;
  readonly address: string;
}
