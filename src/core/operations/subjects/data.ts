import type { Operation } from "../../access/operation.ts";
import { beginImport } from "../begin_import.ts";
import { continueExport } from "../continue_export.ts";
import { continueImport } from "../continue_import.ts";
import { deleteExport } from "../delete_export.ts";
import { getExport } from "../get_export.ts";
import { listExports } from "../list_exports.ts";
import { listImports } from "../list_imports.ts";
import { readExport } from "../read_export.ts";
import { removeEndedExport } from "../remove_ended_export.ts";
import { startExport } from "../start_export.ts";

/** Exports and imports of an account. */
export const DATA_OPERATIONS: readonly Operation[] = [
  startExport,
  getExport,
  listExports,
  deleteExport,
  continueExport,
  readExport,
  removeEndedExport,
  beginImport,
  continueImport,
  listImports,
];
