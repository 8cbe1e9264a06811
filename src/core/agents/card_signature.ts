import type { JWK } from "jose";
import {
  base64url,
  decodeProtectedHeader,
  flattenedVerify,
  importJWK,
} from "jose";
import { parseJson } from "../access/read_json.ts";
import { canonicalJson } from "../base/digest.ts";
import { isObject } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import { prune } from "./remote/json_value.ts";
import type { KnownCard } from "./remote/remote_card_schema.ts";

/**
 * The verdict on the signatures of a card. `valid`: its own origin's key signed what is
 * shown. `unverifiable`: no key of that origin was available, or the algorithm is not
 * accepted.
 */
export type SignatureStatus = "valid" | "invalid" | "absent" | "unverifiable";

/** Public-key algorithms only: with a shared secret anybody could sign. */
const ALGORITHMS = ["ES256", "EdDSA", "RS256"];

/** A card as received, and the fields of it that are shown. */
export interface SignedCard {
  readonly document: Readonly<Record<string, unknown>>;
  readonly known: KnownCard;
}

/** Gets the JSON text of a key set; refuses anything outside the card's origin. */
export type FetchKeys = (jku: string) => Promise<string>;

/** Verifies a card's signatures (A2A 1.0, 8.4); one valid signature is enough. */
export async function checkSignatures(
  card: SignedCard,
  fetchKeys: FetchKeys,
): Promise<SignatureStatus> {
  const { signatures } = card.document;
  if (signatures === undefined || signatures === null) return "absent";
  if (!Array.isArray(signatures)) return "invalid";
  if (signatures.length === 0) return "absent";
  const payloads = payloadsOf(card);
  let status: SignatureStatus = "unverifiable";
  for (const signature of signatures.slice(0, LIMITS.cardSignaturesMax)) {
    const found = await checkOne(signature, payloads, fetchKeys);
    if (found === "valid") return found;
    if (found === "invalid") status = found;
  }
  return status;
}

async function checkOne(
  signature: unknown,
  payloads: readonly string[],
  fetchKeys: FetchKeys,
): Promise<SignatureStatus> {
  const jws = readSignature(signature);
  if (!jws) return "invalid";
  const { alg = "", kid, jku } = jws.header;
  if (!ALGORITHMS.includes(alg) || !kid || typeof jku !== "string") {
    return "unverifiable";
  }
  const key = await readKey({ alg, kid, jku }, fetchKeys);
  if (!key) return "unverifiable";
  for (const payload of payloads) {
    try {
      const { protected: header, signature } = jws;
      const signed = { payload, protected: header, signature };
      await flattenedVerify(signed, key, { algorithms: [alg] });
      return "valid";
    } catch {
      // It may have been made over another form.
    }
  }
  return "invalid";
}

function readSignature(value: unknown) {
  if (!isObject(value)) return undefined;
  const { protected: encoded, signature } = value;
  if (typeof encoded !== "string" || typeof signature !== "string") return;
  try {
    // Members outside the protected header are not signed.
    const header = decodeProtectedHeader({ protected: encoded });
    return { protected: encoded, signature, header };
  } catch {
    return undefined;
  }
}

interface KeyName {
  readonly alg: string;
  readonly kid: string;
  readonly jku: string;
}

/** A public key of a set, which the fetch allows or refuses; undefined if there is none. */
export async function readKey(
  { alg, kid, jku }: KeyName,
  fetchKeys: FetchKeys,
) {
  try {
    const set = parseJson(await fetchKeys(jku));
    const keys = isObject(set) && Array.isArray(set.keys) ? set.keys : [];
    const jwk = keys.find((key) => isObject(key) && key.kid === kid);
    // A huge key would be work without end.
    if (JSON.stringify(jwk).length > LIMITS.cardKeyCharsMax) return undefined;
    const key = await importJWK(jwk as JWK, alg);
    const isPublic = !(key instanceof Uint8Array) && key.type === "public";
    return isPublic ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The texts that a signer may have signed, as base64url of RFC 8785: the card as received;
 * the card without members at their defaults; and that with only known fields, as the
 * official SDK does. None omits anything that is shown and set.
 */
function payloadsOf({ document, known }: SignedCard): readonly string[] {
  const { signatures: _, ...unsigned } = document;
  const forms = [unsigned, prune(unsigned, isDefault), prune(known, isDefault)];
  try {
    const texts = forms.map((form) => canonicalJson(form ?? {}));
    return [...new Set(texts)].map((text) => base64url.encode(text));
  } catch {
    return []; // A number that JSON cannot write, such as 1e999.
  }
}

const FALSE_BY_DEFAULT: ReadonlySet<string> = new Set([
  "required",
  "pkceRequired",
]);

function isDefault(value: unknown, name: string): boolean {
  if (value === null || value === "") return true;
  if (value === false) return FALSE_BY_DEFAULT.has(name);
  return typeof value === "object" && Object.keys(value).length === 0;
}
