import { expect, setDefaultTimeout, test } from "bun:test";
import {
  piecesOf,
  splitPart,
} from "../../packages/mail-reading/src/raw_mail.ts";
import {
  readMailContent,
  readMailHead,
} from "../../packages/mail-reading/src/read_mail.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { MAIL_BOUNDS } from "../../src/core/mail/mail_bounds.ts";
import { measured, slowness } from "../stall/measure.ts";

setDefaultTimeout(60_000);

/** How long the service lets one request hold the loop (docs/performance.md). */
const HELD_MS = 50;
const BYTES = 11 * 1024 * 1024;
const FROM = "From: a@mail.example\r\n";
const MIXED = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";

const times = (text: string, bytes = BYTES) =>
  text.repeat(Math.floor(bytes / text.length));

function parts(count: number, part: string): string {
  return `${FROM}${MIXED}${`--b\r\n${part}\r\n`.repeat(count)}--b--\r\n`;
}

/** A mail of parts in parts, the innermost with so much text. */
function nested(text: string): string {
  let mail = `\r\n${text}`;
  for (let depth = 0; depth < LIMITS.replyMailDepthMax; depth++) {
    const type = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n`;
    mail = `${type}--b${depth}\r\n${mail}\r\n--b${depth}--\r\n`;
  }
  return FROM + mail;
}

const within = (type: string, ...pieces: readonly string[]) =>
  `Content-Type: multipart/${type}; boundary=${type}\r\n\r\n${pieces.map((it) => `--${type}\r\n${it}\r\n`).join("")}--${type}--`;

const file = (encoding: string, body: string) =>
  `Content-Disposition: attachment; filename=a\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;

const HOSTILE: Readonly<Record<string, () => string>> = {
  "49 parts of short header lines": () =>
    parts(49, times("A: b\r\n", BYTES / 49)),
  "49 parts of folded lines": () => parts(49, times("\r\n x", BYTES / 49)),
  "one header": () => FROM + times("A: b\r\n"),
  "recipients in brackets": () => `${FROM}To: ${times('<"a@b.c">,')}\r\n\r\n`,
  "quotes that do not end": () => `From: "${times('\\"')}\r\n\r\n`,
  "as many parts as fit": () => FROM + MIXED + times("\n--b\n"),
  "almost boundaries": () => FROM + MIXED + times("\n--a"),
  "blank lines": () => FROM + MIXED + times("\n"),
  "parts in parts": () => nested(times("\n--b")),
  "names of files": () =>
    parts(
      49,
      `Content-Disposition: attachment; ${times("name*=a;", BYTES / 49)}`,
    ),
  "a quoted file": () => parts(1, file("quoted-printable", times("=41=\r\n"))),
  "a quoted file of one line": () =>
    parts(1, file("quoted-printable", times("="))),
  "a plain file": () => parts(1, file("8bit", times("http://a/i/"))),
  "a file in base64": () => parts(1, file("base64", times("QUJD\r\n"))),
  "lines that begin a quote": () => `${FROM}\r\n${times("on x\n")}`,
  "lines of a forwarded mail": () => `${FROM}\r\n${times("from:\n")}`,
  "HTML of tags": () =>
    `${FROM}Content-Type: text/html\r\n\r\n${times("<div ")}`,
  "HTML of styles": () =>
    `${FROM}Content-Type: text/html\r\n\r\n${times("<style></style>")}`,
  "HTML of blanks": () =>
    `${FROM}Content-Type: text/html\r\n\r\n${times("&#32; \n")}`,
};

test.each(Object.entries(HOSTILE))(
  "a mail of 11 MB never holds the loop: %s",
  async (_name, make) => {
    const raw = make();
    // The characters are written once, as those of a mail that came are.
    Buffer.from(raw, "latin1");
    // The calmest of three: what else the machine does only ever makes a turn longer.
    let calmest = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3 && calmest >= HELD_MS; turn++) {
      const { longestMs } = await measured(async () => {
        readMailHead(raw, MAIL_BOUNDS);
        return await readMailContent(raw, MAIL_BOUNDS);
      });
      calmest = Math.min(calmest, longestMs);
    }
    expect(calmest).toBeLessThan(HELD_MS * slowness());
  },
);

test("of a mail so many parts are read, and so much of each one's header", async () => {
  const many = parts(500, file("8bit", "words"));
  const { files, isWhole } = await readMailContent(many, MAIL_BOUNDS);
  expect([files.length, isWhole]).toEqual([LIMITS.mailPartsMax - 1, false]);
  const deepest = nested("words");
  expect((await readMailContent(deepest, MAIL_BOUNDS)).isWhole).toBe(true);
  const deeper = within("mixed", deepest);
  expect((await readMailContent(deeper, MAIL_BOUNDS)).isWhole).toBe(false);
  const { head, encoded } = splitPart(
    `A: b\r\n${times("C: d\r\n")}\r\nbody`,
    MAIL_BOUNDS,
  );
  expect(head.length).toBeLessThanOrEqual(LIMITS.mailHeadCharsMax + 1);
  expect(encoded).toBe("");
  const start = many.slice(0, LIMITS.mailHeadCharsMax);
  expect(readMailHead(many, MAIL_BOUNDS)).toEqual(
    readMailHead(start, MAIL_BOUNDS),
  );
  const body = times("\r\n--b\r\nA: b\r\n\r\nx");
  expect(
    piecesOf(
      { head: "\nContent-Type: m/m; boundary=b", encoded: body },
      MAIL_BOUNDS,
    ).length,
  ).toBe(LIMITS.mailPartsMax);
});

test("a file is the same however it travels and wherever a slice ends", async () => {
  const bytes = Buffer.from(
    Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 256),
  );
  const quoted = Array.from(
    bytes,
    (it, n) =>
      `=${it.toString(16).padStart(2, "0")}${n % 25 === 24 ? "=\r\n" : ""}`,
  ).join("");
  const unbroken = quoted.replaceAll("=\r\n", "");
  const base64 = bytes.toString("base64").replaceAll(/.{77}/g, "$&\r\n");
  for (const [encoding, body] of [
    ["quoted-printable", quoted],
    ["quoted-printable", unbroken],
    ["base64", base64],
    ["8bit", bytes.toString("latin1")],
  ] as const) {
    const { files } = await readMailContent(
      parts(1, file(encoding, body)),
      MAIL_BOUNDS,
    );
    expect(files[0]?.bytes.equals(bytes)).toBe(true);
  }
});

const plain = (text: string) => `Content-Type: text/plain\r\n\r\n${text}`;
const html = (text: string) => `Content-Type: text/html\r\n\r\n${text}`;
const WORDS: readonly (readonly [how: string, mail: string, text: string])[] = [
  [
    "the plain one of two forms, and words behind it",
    within(
      "mixed",
      within("alternative", plain("One"), html("<p>1</p>")),
      plain("Two"),
    ),
    "One\n\nTwo",
  ],
  [
    "HTML where the plain form is empty",
    within("alternative", plain(" \r\n"), html("<p>One</p>")),
    "One",
  ],
  [
    "HTML on both sides of a picture",
    within(
      "mixed",
      html("One"),
      file("8bit", "x"),
      html("<p>Two</p><blockquote type=cite>Old</blockquote>"),
    ),
    "One\n\nTwo",
  ],
  [
    "no text that is a file",
    within(
      "mixed",
      plain("One"),
      `Content-Disposition: inline; filename=n.txt\r\n${plain("Note")}`,
    ),
    "One",
  ],
];

test.each(WORDS)("of a mail is read: %s", async (_how, mail, text) => {
  const content = await readMailContent(FROM + mail, MAIL_BOUNDS);
  expect(content).toMatchObject({ text, isWhole: true });
});

test("words in a part beyond the limit are not left out silently", async () => {
  const long = times("word ", LIMITS.replyMailTextBytesMax);
  const one = await readMailContent(
    FROM + plain(`${long}${long}`),
    MAIL_BOUNDS,
  );
  expect(one.isWhole).toBe(true);
  const mail = within("mixed", plain(`${long}${long}`), plain("No."));
  expect((await readMailContent(FROM + mail, MAIL_BOUNDS)).isWhole).toBe(false);
});

test("what is neither words nor a picture within them is a file, with a name or without", async () => {
  const cid = "Content-ID: <a@b>\r\n";
  const inline = `${cid}Content-Disposition: inline; filename=`;
  const nameless = (type: string, fields = "") =>
    `${fields}Content-Type: ${type}\r\n\r\nx`;
  const mail = within(
    "mixed",
    within(
      "alternative",
      plain("One"),
      nameless("text/x-amp-html"),
      nameless("text/calendar"),
    ),
    nameless("application/pdf"),
    nameless("image/png"),
    nameless("message/rfc822"),
    nameless("image/png", cid),
    nameless("image/png", `${inline}a.png\r\n`),
    nameless("application/pdf", `${inline}a.pdf\r\n`),
    nameless("text/plain", `${inline}a.txt\r\n`),
  );
  const { text, files } = await readMailContent(FROM + mail, MAIL_BOUNDS);
  expect(text).toBe("One");
  expect(files.map((it) => `${it.mediaType} ${it.filename}`)).toEqual([
    "text/calendar attachment",
    "application/pdf attachment",
    "image/png attachment",
    "message/rfc822 attachment",
    "application/pdf a.pdf",
    "text/plain a.txt",
  ]);
});
