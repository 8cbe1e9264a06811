import type { Nature } from "../../../packages/standards/src/first_bytes.ts";
import { natureOfBytes } from "../../../packages/standards/src/first_bytes.ts";
import { zipEntries } from "../../../packages/verify/src/zip/zip_entries.ts";
import { LIMITS } from "../base/limits.ts";

/** The nature of a file's bytes, whatever its name. */
export function natureOf(bytes: Uint8Array, mimeType: string): Nature | null {
  return natureOfBytes(bytes, mimeType, (zip) =>
    zipEntries(zip, LIMITS.zipEntriesMax),
  );
}
