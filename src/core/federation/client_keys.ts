import { createPublicKey } from "node:crypto";
import type { Static } from "typebox";
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

/** Members of a private or a shared key (RFC 7518). */
const SECRET = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

function readKey(jwk: Readonly<Record<string, unknown>>, pointer: string) {
  if (SECRET.some((it) => it in jwk)) {
    throw wrong(pointer, told`public keys only; this one holds a private part`);
  }
  try {
    // Only the members that make the key, and its name.
    const { kid, alg } = jwk;
    const made = createPublicKey({ key: jwk, format: "jwk" });
    const key = made.export({ format: "jwk" });
    return { ...key, ...texts({ kid, alg }) };
  } catch (cause) {
    throw wrong(pointer, told`public keys as JWK: Ed25519, EC or RSA`, cause);
  }
}

function texts(members: Readonly<Record<string, unknown>>) {
  const given = Object.entries(members).filter(
    ([, it]) => typeof it === "string" && it.length <= 200,
  );
  return Object.fromEntries(given);
}

function wrong(pointer: string, what: Sentence, cause?: unknown) {
  return new ServiceError("invalid_input", {
    detail: told`Cannot take the keys: send ${what}.`,
    errors: [{ pointer, code: "invalid_keys", detail: what }],
    ...(cause !== undefined && { cause }),
  });
}
