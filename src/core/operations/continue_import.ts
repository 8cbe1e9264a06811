import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import {
  ImportItem,
  ImportSchema,
  presentImport,
} from "../conversations/acts/imported/imports.ts";
import { takeIn } from "../conversations/acts/imported/take_in.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Imports the next part of an archive, as a whole or not at all. */
export const continueImport = defineCommand({
  name: "continue_import",
  title: "Continue an import",
  access: OPERATOR_ONLY,
  input: closed({
    importId: Type.String({ maxLength: LIMITS.idCharsMax }),
    from: Type.Integer({ minimum: 0, maximum: LIMITS.importItemsMax }),
    items: Type.Array(ImportItem, {
      minItems: 1,
      maxItems: LIMITS.importSliceItems,
    }),
  }),
  output: closed({ import: ImportSchema }),
  chains: ({ importId }) => [importId],
  async run({ importId, from, items }, call) {
    const store = importedStore(call.db);
    const before = await store.import(importId);
    if (before?.items !== from || before.readyAt !== null) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot continue the import: someone else continued it. Start it again.`,
      });
    }
    if (await deletionStore(call.db).of(before.accountId)) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot continue the import: the account is being deleted.`,
      });
    }
    await takeIn(call, before, items);
    const count = from + items.length;
    const isWhole = count >= before.itemsAll;
    const after = {
      ...before,
      items: count,
      readyAt: isWhole ? call.now : null,
    };
    call.write(store.advance(after));
    return { import: presentImport(after) };
  },
});
