// Some systems drop dots and blanks at the end of a name.
const EXECUTABLE_NAME =
  /\.(exe|com|scr|pif|bat|cmd|msi|msp|jar|vbs|vbe|wsf|ps1|hta|cpl|lnk|reg|dll)[. ]*$/i;
const EXECUTABLE_TYPES = [
  "application/x-msdownload",
  "application/x-msdos-program",
  "application/x-dosexec",
  "application/hta",
  "application/java-archive",
];
const ACTIVE_NAME =
  /\.(html?|xhtml|shtml|svgz?|m?js|cjs|swf|xht|mhtml?|docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam|sh|bash|py|pl|rb|applescript|command|desktop|iso|img|dmg|apk)[. ]*$/i;
const ACTIVE_TYPES = [
  "text/html",
  "text/javascript",
  "application/javascript",
  "application/xhtml+xml",
  "application/x-sh",
  "application/x-shockwave-flash",
  "application/vnd.android.package-archive",
  "image/svg+xml",
  "multipart/related",
];

interface File {
  readonly name: string;
  readonly mimeType: string;
}

/** True for a file that is a program on a usual machine, by its name or its type. */
export function isExecutable({ name, mimeType }: File): boolean {
  return EXECUTABLE_NAME.test(name) || EXECUTABLE_TYPES.includes(mimeType);
}

/** True for a file that may run scripts or macros when it is opened. */
export function isActive({ name, mimeType }: File): boolean {
  return (
    ACTIVE_NAME.test(name) ||
    ACTIVE_TYPES.includes(mimeType) ||
    mimeType.includes("macroenabled")
  );
}
