import { defineQuery, MEMBER } from "../access/operation.ts";
import { hasScope } from "../access/principal.ts";
import { closed } from "../base/schemas.ts";
import {
  readWallet,
  StatementPage,
  StatementSchema,
} from "../payments/statement.ts";

/** Lists the movements of the caller's account, newest first. */
export const listPayments = defineQuery({
  name: "list_payments",
  title: "Read the statement",
  description:
    "List your account's movements, newest first: amount with sign, balance after it, conversation and other side. Test money. Pass nextCursor as cursor for the next page.",
  access: MEMBER,
  scope: "payments:read",
  input: closed(StatementPage),
  output: StatementSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(page, call) {
    const read = await readWallet(call, call.member.accountId, page);
    if (hasScope(call.member, "conversations:read")) return read;
    return {
      ...read,
      entries: read.entries.map((it) => ({ ...it, title: null })),
    };
  },
});
