import type { Static } from "typebox";
import { publicKeyOf } from "../../../packages/standards/src/public_key.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import type { ExternalServices } from "../base/external_services.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { ClientKeys } from "../db/tables/account_schema.ts";
import { ServiceError } from "../errors/errors.ts";
import type { KeysInput } from "../identity/schemas.ts";

/**
 * The public keys that a program is to sign with, as they are stored.
 * @throws invalid_input, url_refused
 */
export function readClientKeys(
  outside: ExternalServices,
  { jwks, jwksUri }: Static<typeof KeysInput>,
): ClientKeys {
  if ((jwks === undefined) === (jwksUri === undefined)) {
    throw wrong("/keys", told`either jwks or jwksUri`);
  }
  if (jwks === undefined) {
    return { jwksUri: parseForeignUrl(outside, jwksUri ?? "").href };
  }
  return { jwks: jwks.map((jwk, at) => readKey(jwk, `/keys/jwks/${at}`)) };
}

function readKey(jwk: Readonly<Record<string, unknown>>, pointer: string) {
  const key = publicKeyOf(jwk);
  if (key === "secret") {
    throw wrong(pointer, told`public keys only; this one holds a private part`);
  }
  if (key) return key;
  throw wrong(pointer, told`public keys as JWK: Ed25519, EC or RSA`);
}

function wrong(pointer: string, what: Sentence) {
  return new ServiceError("invalid_input", {
    detail: told`Cannot take the keys: send ${what}.`,
    errors: [{ pointer, code: "invalid_keys", detail: what }],
  });
}
