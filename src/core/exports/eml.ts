/** A message as a mail file (RFC 5322), for mail programs. */
export interface ExportedMail {
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
  /** Its files, and their paths in the archive. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

interface Named {
  readonly name: string;
  readonly address: string;
}

/** Encoded so that other people's text ends no line or header. */
export async function mailFile(mail: ExportedMail): Promise<string> {
  const { messageId, conversationId, host, inReplyTo } = mail;
  const idOf = (id: string) => `<${id}@${host}>`;
  const thread = idOf(conversationId);
  const answered = inReplyTo === undefined ? thread : idOf(inReplyTo);
  const note = mail.files.map(({ name, path }) => `[${name}: ${path}]\n`);
  const text = [mail.text, ...(note.length > 0 ? ["\n\n", ...note] : [])];
  // Loaded with the first mail: no other work has any of it.
  const { default: MailComposer } = await import(
    "nodemailer/lib/mail-composer"
  );
  const file = new MailComposer({
    messageId: idOf(messageId),
    inReplyTo: answered,
    references: [...new Set([thread, answered])],
    date: mail.at,
    from: mail.from,
    to: [...mail.to],
    cc: [...mail.cc],
    subject: mail.title,
    headers: { "X-Svc-Conversation": conversationId },
    text: text.join(""),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return (await file.compile().build()).toString();
}
