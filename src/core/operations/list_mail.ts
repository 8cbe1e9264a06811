import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable, string } from "../base/schemas.ts";
import { outboxStore } from "../mail/outbox_store.ts";
import {
  MAIL_STATUSES,
  MailSchema,
  presentMail,
  statusOf,
} from "../mail/schemas.ts";

const LAST = "~";

/** Lists the outbox, newest first. */
export const listMail = defineQuery({
  name: "list_mail",
  title: "List the mail",
  description: "List mail that waits, has left, bounced or was dropped.",
  access: OPERATOR_ONLY,
  input: closed({
    status: Type.Optional(Type.Enum([...MAIL_STATUSES])),
    before: Type.Optional(
      Type.String({
        description: "Only older ones than this mail.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
  }),
  output: closed({
    mail: Type.Array(MailSchema, {
      description: "One page of it, the newest first.",
    }),
    nextBefore: nullable(
      string("Send it as before for the next page; null after the last."),
    ),
  }),
  async run({ status, before = LAST }, { db }) {
    const limit = LIMITS.mailListMax;
    const rows = await outboxStore(db).list(statusOf(status), before, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { mail: rows.map(presentMail), nextBefore: last?.id ?? null };
  },
});
