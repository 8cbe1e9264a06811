import { Type } from "typebox";
import { defineQuery, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { exportStore } from "../exports/export_store.ts";
import { ExportSchema, presentExport } from "../exports/exports.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";

/** Lists an account's exports that have not expired. */
export const listExports = defineQuery({
  name: "list_exports",
  title: "List exports",
  description:
    "List an account's unexpired exports, newest first, and how far they are.",
  access: OWNER,
  input: closed({ accountId: OwnerId }),
  output: closed({
    exports: Type.Array(ExportSchema, { description: "All of them." }),
  }),
  async run({ accountId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const all = await exportStore(call.db).of(id, call.now);
    return { exports: all.map(presentExport) };
  },
});
