import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { rowSlots } from "../../db/slots.ts";
import { statementOf } from "../../db/statement.ts";
import { signatureNonces } from "../../db/tables/data/federation_schema.ts";

/** The nonces of signed requests that are still valid: each is taken once. */
export const nonceStore = perDatabase(({ orm }: Database) => {
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
