import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { archiveBytes, archivePart } from "../exports/archive.ts";
import { ExportId, loadExport } from "../exports/exports.ts";
import { OwnerId } from "../identity/schemas.ts";

/** Reads a part of an archive, for `svc`. */
export const readExport = defineQuery({
  name: "read_export",
  title: "Read part of an export",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: OwnerId,
    exportId: ExportId,
    from: Type.Integer({ minimum: 0 }),
  }),
  output: closed({
    base64: string("The bytes from there on."),
  }),
  async run({ accountId, exportId, from }, call) {
    const made = await loadExport(call, accountId, exportId);
    if (made.status !== "ready") {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot read the export: it is ${made.status}.`,
      });
    }
    const bytes = archiveBytes(made);
    const to = Math.min(bytes, from + LIMITS.exportPartBytesMax);
    const parts: Uint8Array[] = [];
    for await (const it of archivePart(call.db, made, { from, to })) {
      parts.push(it);
    }
    return { base64: Buffer.concat(parts).toString("base64") };
  },
});
