import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { exportStore } from "../exports/export_store.ts";
import { ExportId, ExportSchema, presentExport } from "../exports/exports.ts";
import { makeSlice, needsHeads } from "../exports/make.ts";

/** Makes the next slice of an export; called by the service, or by `svc` if none runs. */
export const continueExport = defineCommand({
  name: "continue_export",
  title: "Continue an export",
  access: OPERATOR_ONLY,
  input: closed({ exportId: ExportId }),
  output: closed({
    export: ExportSchema,
    hasMore: flag("True while it is in progress."),
    needsHeads: flag("True if the chain heads must be signed next."),
  }),
  // No chain: in this process, one slice of it at a time.
  chains: ({ exportId }) => [exportId],
  async run({ exportId }, call) {
    const made = await exportStore(call.db).find(exportId);
    if (!made) {
      throw new ServiceError("export_not_found", {
        detail: told`Cannot find this export.`,
      });
    }
    const isOpen = made.status === "making" && made.expiresAt > call.now;
    const after = isOpen ? await makeSlice(call, made) : made;
    const hasMore = isOpen && after.status === "making";
    return {
      export: presentExport(after),
      hasMore,
      needsHeads: needsHeads(after),
    };
  },
});
