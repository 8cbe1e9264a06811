import { isAbsolute } from "node:path";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { writeBackup } from "../backup/backup_file.ts";
import { SealedKeys } from "../backup/seal_keys.ts";
import type { Trailer } from "../backup/trailer.ts";
import { signedPart } from "../backup/trailer.ts";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  flag,
  integer,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldAsIs } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const DRAFT_NAME_BYTES = 8;

/** Copies the database in use into one new file. */
export const makeBackup = defineQuery({
  name: "make_backup",
  title: "Back up",
  access: OPERATOR_ONLY,
  input: closed({
    file: Type.String({ maxLength: LIMITS.backupPathCharsMax }),
    keys: nullable(SealedKeys),
  }),
  output: closed({
    file: string("Its path."),
    at: timestamp("Everything answered before this is in it."),
    bytes: integer("Size of the database in it."),
    sha256: string("Of the database in it."),
    hasKeys: flag("True if it has the keys and secrets, sealed."),
  }),
  async run({ file, keys }, call) {
    const { upkeep } = call.db;
    if (!upkeep) {
      throw refused(
        told`the database is on the libSQL server. See docs/backup.md for how to back it up`,
      );
    }
    if (!isAbsolute(file)) throw refused(told`the path must be absolute`);
    const at = showTime(call.now);
    const newest = await logStore(call.db).newest();
    const checkpoint = newest?.note ?? null;
    try {
      const { bytes, sha256 } = await writeBackup({
        upkeep,
        file,
        name: call.randomBytes(DRAFT_NAME_BYTES).toHex(),
        trailer: (copied) =>
          signed(call, { format: 1, at, ...copied, checkpoint, keys }),
      });
      return { file, at, bytes, sha256, hasKeys: keys !== null };
    } catch (error) {
      throw refused(whyOf(error, file), error);
    }
  },
});

function signed(
  { signer }: QueryCall,
  unsigned: Omit<Trailer, "signature">,
): Trailer {
  const text = signedPart({ ...unsigned, signature: "" });
  return { ...unsigned, signature: signer.signText(text).toBase64() };
}

function refused(why: Sentence, cause?: unknown): ServiceError {
  return new ServiceError("backup_failed", {
    detail: told`Cannot back up: ${why}.`,
    cause,
  });
}

function whyOf(error: unknown, file: string): Sentence {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EEXIST") return told`${file} already exists`;
  return toldAsIs(error instanceof Error ? error.message : String(error));
}
