/** The nature of bytes, whatever their name: a program, or a file that may run scripts. */
export type Nature = "program" | "active";

/** How far into a file markup is searched for. */
const HEAD_BYTES = 4_096;

/** Bytes in hex that a format starts with, at an offset. */
interface Start {
  readonly nature: Nature;
  readonly hex: string;
  readonly at?: number;
}

const STARTS: readonly Start[] = [
  program("7f454c46"), // ELF, and so AppImage
  program("feedface"), // Mach-O
  program("feedfacf"),
  program("cefaedfe"),
  program("cffaedfe"),
  program("cafebabe"), // Mach-O for several processors, Java class
  program("4c0000000114020000000000c000000000000046"), // Windows shortcut
  program("213c617263683e0a64656269616e"), // deb
  program("edabeedb"), // rpm
  program("6465780a"), // Android's bytecode
  program("23407e5e"), // encoded JScript or VBScript
  active("2321"), // #!
  active("e4525c7b8cd8a74daeb15378d02996d3"), // OneNote
  { nature: "active", hex: "4344303031", at: 0x8001 }, // ISO 9660
];

/** Starts that text could have, too: in a program, what follows is not text. */
const LETTERED: readonly Start[] = [
  program("4d5a"), // MZ, of DOS and Windows
  program("5a4d"),
  program("49545346"), // CHM
  program("4d534346"), // cabinet
  program("7668647866696c65"), // VHDX
  program("636f6e6563746978"), // VHD
  program("78617221"), // xar, and so pkg
];

const OLE = fromHex("d0cf11e0a1b11ae1");
const ZIP = fromHex("504b");
/** The class of a package of the Windows installer, as it lies in an OLE file. */
const MSI_CLASS = fromHex("84100c0000000000c000000000000046");
/** The stream of an OLE file that holds the project of its macros. */
const MACROS = Buffer.from("_VBA_PROJECT", "utf16le");

const MARKUP =
  /^<(?:!doctype\s+(?:html|svg)|html|head|body|script|svg|iframe|[\w-]+:(?:html|script|svg))[\s>/]/i;

/** Types and names under which markup is shown as text and never run. */
const IS_TEXT = /^(?:text\/(?!html)|application\/(?:json|xml))/;

/**
 * The nature of a file's bytes. The type counts only for markup: HTML declared as text is
 * shown as text, but HTML declared as a picture is a disguised page.
 */
export function natureOfBytes(
  bytes: Uint8Array,
  mimeType: string,
  namesInZip: (zip: Buffer) => readonly string[],
): Nature | null {
  const starts = isBinary(bytes) ? [...STARTS, ...LETTERED] : STARTS;
  const start = starts.find((it) => startsWith(bytes, it));
  if (start) return start.nature;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (has(data, OLE)) {
    if (data.includes(MSI_CLASS)) return "program";
    return data.includes(MACROS) ? "active" : null;
  }
  if (has(data, ZIP)) return natureOfZip(namesInZip(data));
  return !IS_TEXT.test(mimeType) && isMarkup(data) ? "active" : null;
}

/** Files that mark a zip as something to install or run. */
const PACKAGES =
  /^(?:META-INF\/MANIFEST\.MF|Appx(?:Bundle)?Manifest\.xml|AppxMetadata\/.*|AndroidManifest\.xml|Payload\/[^/]+\.app\/.*|extension\.vsixmanifest)$/i;
const MACRO_PART = /(?:^|\/)(?:vbaProject\.bin|macrosheets\/.*)$/i;

function natureOfZip(names: readonly string[]): Nature | null {
  if (names.some((name) => PACKAGES.test(name))) return "program";
  return names.some((name) => MACRO_PART.test(name)) ? "active" : null;
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 64).some((byte) => byte < 9);
}

function isMarkup(data: Buffer): boolean {
  const head = data.subarray(0, HEAD_BYTES);
  const [first, second] = head;
  const isWide =
    (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  return MARKUP.test(afterProlog(head.toString(isWide ? "utf16le" : "utf8")));
}

/** Removes the blanks, declarations and comments that browsers skip. */
function afterProlog(text: string): string {
  let rest = text.replace(/^\ufeff/, "").trimStart();
  for (;;) {
    const closing = rest.startsWith("<!--")
      ? "-->"
      : rest.startsWith("<?") && ">";
    const end = closing ? rest.indexOf(closing) : -1;
    if (!closing || end < 0) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function startsWith(bytes: Uint8Array, { hex, at = 0 }: Start): boolean {
  const wanted = fromHex(hex);
  return wanted.every((byte, index) => bytes[at + index] === byte);
}

function has(data: Buffer, start: Uint8Array): boolean {
  return start.every((byte, index) => data[index] === byte);
}

function program(hex: string): Start {
  return { nature: "program", hex };
}

function active(hex: string): Start {
  return { nature: "active", hex };
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.fromHex(hex.replaceAll(" ", ""));
}
