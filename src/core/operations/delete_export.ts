import { defineCommand, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { exportStore } from "../exports/export_store.ts";
import {
  ExportId,
  ExportSchema,
  loadExport,
  presentExport,
} from "../exports/exports.ts";
import { ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";

/** Deletes an export before it expires, or stops making it. */
export const deleteExport = defineCommand({
  name: "delete_export",
  title: "Delete an export",
  description:
    "Delete an export before its day is over, even one in progress. It still counts as one of the day.",
  access: OWNER,
  input: closed({ accountId: OwnerId, exportId: ExportId }),
  output: closed({ export: ExportSchema }),
  chains: ({ accountId, exportId }, call) => [
    ownerOf(call, accountId),
    exportId,
  ],
  async run({ accountId, exportId }, call) {
    const made = await loadExport(call, accountId, exportId);
    if (made.status === "removed") return { export: presentExport(made) };
    const slices = made.slices + 1;
    const after = { ...made, status: "removed" as const, slices, keptBytes: 0 };
    call.write(exportStore(call.db).advance(after));
    const { accountId: chainId } = made;
    call.record({ chainId, type: "export.deleted", refs: { exportId } });
    return { export: presentExport(after) };
  },
});
