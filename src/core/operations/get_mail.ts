import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, flag, string } from "../base/schemas.ts";
import { ServiceError } from "../errors/errors.ts";
import { messageIdOf } from "../mail/mail_text.ts";
import { stopOf } from "../mail/mailboxes.ts";
import { outboxStore } from "../mail/outbox_store.ts";
import { MailSchema, presentMail } from "../mail/schemas.ts";

/** Shows one mail of the outbox. */
export const getMail = defineQuery({
  name: "get_mail",
  title: "Show a mail",
  access: OPERATOR_ONLY,
  input: closed({ id: Type.String({ maxLength: LIMITS.idCharsMax }) }),
  output: closed({
    mail: described(MailSchema, "The mail."),
    messageId: string("Message-ID of the mail."),
    suppressed: flag("True if its address gets no mail."),
  }),
  async run({ id }, { db, settings }) {
    const row = await outboxStore(db).find(id);
    if (!row) throw new ServiceError("mail_not_found");
    return {
      mail: presentMail(row),
      messageId: messageIdOf(settings, id),
      suppressed: (await stopOf(db, row)) !== undefined,
    };
  },
});
