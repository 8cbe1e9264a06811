/**
 * How is the archive of another service taken in? `read_said.ts` says what is believed of
 * it, `take_in.ts` writes it. The reading of the file is in `cli/import/`.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../../../base/limits.ts";
import { Word } from "../../../base/own_words.ts";
import {
  closed,
  flag,
  integer,
  nullable,
  timestamp,
} from "../../../base/schemas.ts";
import { showTime, timeOrNull } from "../../../base/time.ts";
import type { Import } from "../store/imported_store.ts";
import { SaidConversation, SaidMessage } from "./said.ts";

/** An import as its owner reads it. */
export const ImportSchema = closed({
  importId: Word("id", "Id of the import."),
  service: Word("address", "Host of the service that its archive names."),
  address: Word("address", "The address there whose archive it was."),
  exportedAt: timestamp("When it was exported, as the archive says."),
  logKey: Word("digest", "The key of the log that it was verified with."),
  logSize: integer("The size of that log in its newest checkpoint."),
  keyKnown: flag("True if the operator knew that key from elsewhere."),
  itemsAll: integer("Its conversations, messages and parts of files."),
  items: integer("How many of them are taken in."),
  createdAt: timestamp("When the operator began it."),
  readyAt: nullable(timestamp("When all of it was there; null before.")),
});

/** Shows an import to its owner. */
export function presentImport(row: Import): Static<typeof ImportSchema> {
  const { id, service, address, logKey, logSize, itemsAll, items } = row;
  return {
    importId: id,
    ...{ service, address },
    exportedAt: showTime(row.archiveAt),
    ...{ logKey, logSize, keyKnown: row.isKeyKnown, itemsAll, items },
    createdAt: showTime(row.createdAt),
    readyAt: timeOrNull(row.readyAt),
  };
}

/** A part of a file of an archive. */
const SaidFilePart = closed({
  artifactId: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
  part: Type.Integer({ minimum: 0, maximum: LIMITS.importPartsMax }),
  base64: Type.String({ maxLength: 2 * LIMITS.importSliceBytes }),
});

/** An item of an archive, taken in one at a time. */
export const ImportItem = Type.Union([
  closed({ conversation: SaidConversation }),
  closed({ message: SaidMessage }),
  closed({ file: SaidFilePart }),
]);
export type ImportItem = Static<typeof ImportItem>;
