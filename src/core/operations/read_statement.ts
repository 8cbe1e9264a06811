import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount } from "../identity/accounts.ts";
import {
  readWallet as read,
  StatementPage,
  StatementSchema,
} from "../payments/statement.ts";

/** Lists an account's movements as its owner would see them. */
export const readStatement = defineQuery({
  name: "read_statement",
  title: "Read an account's statement",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
    ...StatementPage,
  }),
  output: StatementSchema,
  async run({ accountId, ...page }, call) {
    const { id } = await loadAccount(call, accountId);
    return await read(call, id, page);
  },
});
