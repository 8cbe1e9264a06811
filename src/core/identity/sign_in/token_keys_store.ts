import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Core } from "../../access/context.ts";
import { jwks } from "../../db/tables/auth_schema.ts";

/**
 * Forgets the keys of OAuth tokens that another secret than this one sealed: the library
 * would fail on them for ever. It makes a new one with the next token; a token of before
 * is refused, and its client gets another by its refresh token.
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
