import { defineQuery, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import {
  ExportId,
  ExportSchema,
  loadExport,
  presentExport,
} from "../exports/exports.ts";
import { OwnerId } from "../identity/schemas.ts";

/** Returns the progress of an export. */
export const getExport = defineQuery({
  name: "get_export",
  title: "Read an export",
  description:
    "Read how far an export is. Ask again in a second while its status is making.",
  access: OWNER,
  input: closed({ accountId: OwnerId, exportId: ExportId }),
  output: closed({ export: ExportSchema }),
  async run({ accountId, exportId }, call) {
    return {
      export: presentExport(await loadExport(call, accountId, exportId)),
    };
  },
});
