import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Before, closed, NextBefore } from "../base/schemas.ts";
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
  title: "List mail",
  access: OPERATOR_ONLY,
  input: closed({
    status: Type.Optional(Type.Enum([...MAIL_STATUSES])),
    before: Before,
  }),
  output: closed({
    mail: Type.Array(MailSchema, {
      description: "One page, newest first.",
    }),
    nextBefore: NextBefore,
  }),
  async run({ status, before = LAST }, { db }) {
    const limit = LIMITS.mailListMax;
    const rows = await outboxStore(db).list(statusOf(status), before, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { mail: rows.map(presentMail), nextBefore: last?.id ?? null };
  },
});
