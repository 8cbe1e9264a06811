import { Type } from "typebox";
import { defineQuery, SESSION } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import {
  ImportSchema,
  presentImport,
} from "../conversations/acts/imported/imports.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";

/** Lists the archives that the operator imported for an account. */
export const listImports = defineQuery({
  name: "list_imports",
  title: "List imports",
  description:
    "List the archives from other services that the operator imported for your account, newest first.",
  access: SESSION,
  input: closed({}),
  output: closed({
    imports: Type.Array(ImportSchema, { description: "All of them." }),
  }),
  async run(_input, call) {
    const { accountId } = call.member;
    const store = importedStore(call.db);
    const all = await store.imports(accountId, LIMITS.importsPerAccountMax);
    return { imports: all.map(presentImport) };
  },
});
