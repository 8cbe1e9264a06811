import type { Nature } from "../../../packages/standards/src/first_bytes.ts";
import { ACTIVE_ENDINGS, endingOf, PROGRAM_ENDINGS } from "./file_names.ts";

const EXECUTABLE_TYPES = [
  "application/x-msdownload",
  "application/x-msdos-program",
  "application/x-dosexec",
  "application/x-ms-dos-executable",
  "application/vnd.microsoft.portable-executable",
  "application/x-executable",
  "application/x-elf",
  "application/x-mach-binary",
  "application/x-msi",
  "application/x-ms-shortcut",
  "application/x-ms-application",
  "application/x-java-jnlp-file",
  "application/x-mswinurl",
  "application/internet-shortcut",
  "application/msix",
  "application/appx",
  "application/appinstaller",
  "application/vnd.ms-htmlhelp",
  "application/vnd.debian.binary-package",
  "application/x-debian-package",
  "application/x-rpm",
  "application/vnd.appimage",
  "application/hta",
  "application/java-archive",
];
const ACTIVE_TYPES = [
  "text/html",
  "text/javascript",
  "application/javascript",
  "application/xhtml+xml",
  "application/x-sh",
  "application/x-shockwave-flash",
  "application/vnd.android.package-archive",
  "application/onenote",
  "image/svg+xml",
  "multipart/related",
];

interface File {
  readonly name: string;
  readonly mimeType: string;
  /** The kind of its bytes, if they are stored here and reveal one. */
  readonly content?: Nature | null;
}

/** True for a file that runs as a program on common systems, by its name, type or bytes. */
export function isExecutable({ name, mimeType, content }: File): boolean {
  return (
    content === "program" ||
    PROGRAM_ENDINGS.has(endingOf(name)) ||
    EXECUTABLE_TYPES.includes(mimeType)
  );
}

/** True for a file that may run scripts or macros when it is opened. */
export function isActive({ name, mimeType, content }: File): boolean {
  return (
    content === "active" ||
    ACTIVE_ENDINGS.has(endingOf(name)) ||
    ACTIVE_TYPES.includes(mimeType) ||
    mimeType.includes("macroenabled")
  );
}
