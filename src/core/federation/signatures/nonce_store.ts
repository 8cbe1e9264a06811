import { sha256 } from "../../base/digest.ts";
import type { Database } from "../../db/database.ts";
import { ConstraintError } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import { signatureNonces } from "../../db/tables/data/federation_schema.ts";

/** The nonces of signed requests that are still valid: each is taken once. */
const nonceStore = perDatabase(({ orm }: Database) => {
  const insert = orm
    .insert(signatureNonces)
    .values(rowSlots(signatureNonces))
    .prepare();
  return {
    /** Takes a nonce; its batch fails if another request took it. */
    take: (id: string, expiresAt: number) =>
      statementOf(insert, { id, expiresAt }),
  };
});

/**
 * Takes a nonce until it ends; false if it was taken before. It is a row, so that of two nodes
 * only one takes it.
 */
export async function takeNonce(
  db: Database,
  parts: readonly string[],
  expiresAt: number,
): Promise<boolean> {
  try {
    const id = sha256(JSON.stringify(parts));
    await db.commit([nonceStore(db).take(id, expiresAt)]);
    return true;
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    return false;
  }
}
