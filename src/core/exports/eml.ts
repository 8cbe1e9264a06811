/** A message as a mail file (RFC 5322), for programs that read mail. */

/** A message as a mail file. */
export interface MailFile {
  readonly messageId: string;
  readonly conversationId: string;
  readonly host: string;
  readonly title: string;
  readonly from: Named;
  readonly to: readonly Named[];
  readonly cc: readonly Named[];
  readonly inReplyTo: string | undefined;
  readonly at: Date;
  readonly text: string;
  /** Files that came with it, and where the archive has them. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

interface Named {
  readonly name: string;
  readonly address: string;
}

/** Encodes all that others wrote, so that none of it ends a line or a header. Pure. */
export function mailFile(mail: MailFile): string {
  const { messageId, conversationId, host, inReplyTo } = mail;
  const idOf = (id: string) => `<${id}@${host}>`;
  const thread = idOf(conversationId);
  const answered = inReplyTo === undefined ? thread : idOf(inReplyTo);
  const note = mail.files.map(({ name, path }) => `[${name}: ${path}]\n`);
  const text = [mail.text, ...(note.length > 0 ? ["\n\n", ...note] : [])];
  const fields = [
    ["Message-ID", idOf(messageId)],
    ["In-Reply-To", answered],
    ["References", answered === thread ? thread : `${thread}\r\n ${answered}`],
    ["Date", mail.at.toUTCString().replace("GMT", "+0000")],
    ["From", mailboxes([mail.from])],
    ["To", mailboxes(mail.to)],
    ["Cc", mailboxes(mail.cc)],
    ["Subject", encodedWords(mail.title)],
    ["X-Svc-Conversation", conversationId],
    ["MIME-Version", "1.0"],
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Content-Transfer-Encoding", "base64"],
  ];
  const head = fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${head.join("")}\r\n${folded(Buffer.from(text.join("")).toString("base64"))}\r\n`;
}

function mailboxes(some: readonly Named[]): string {
  return some
    .map(({ name, address }) => `${encodedWords(name)} <${plain(address)}>`)
    .join(",\r\n ");
}

/** An address that ends no header, whatever a foreign one looks like. */
function plain(address: string): string {
  return address.replaceAll(/[^\x21-\x7e]|[<>]/g, "?");
}

/** Bytes of a word whose base64, with its frame, stays within 75 characters (RFC 2047). */
const WORD_BYTES = 45;

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const char of text) {
    if (Buffer.byteLength(word + char) > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += char;
  }
  words.push(word);
  return words
    .map((it) => `=?utf-8?B?${Buffer.from(it).toString("base64")}?=`)
    .join("\r\n ");
}

function folded(base64: string): string {
  return base64.replaceAll(/.{76}/g, "$&\r\n");
}
