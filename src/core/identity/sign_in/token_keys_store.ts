import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Core } from "../../access/context.ts";
import { jwks } from "../../db/tables/auth_schema.ts";

/**
 * Deletes OAuth signing keys sealed with another secret: the library would fail on them
 * forever. It creates a new one with the next token; an older token is refused, and its
 * client gets another with its refresh token.
 */
export async function forgetForeignKeys(
  { db }: Pick<Core, "db">,
  secret: string,
): Promise<void> {
  const { id, privateKey } = jwks;
  for (const key of await db.libraryOrm.select({ id, privateKey }).from(jwks)) {
    if (await isSealedWith(secret, key.privateKey)) continue;
    await db.libraryOrm.delete(jwks).where(eq(id, key.id));
  }
}

async function isSealedWith(secret: string, sealed: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(sealed) });
    return true;
  } catch {
    return false;
  }
}
