import { fromBase64Url, isSignature, utf8 } from "../bytes.ts";
import type { Row } from "../rows.ts";
import { asRow, memberText, rowIn } from "../rows.ts";

/** True if one of the keys (RFC 7517) signed a compact JWS with EdDSA. */
export async function isSignedJws(
  jws: string,
  jwks: unknown,
): Promise<boolean> {
  const parts = jws.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  try {
    if (parts.length !== 3) return false;
    const said = rowIn(fromBase64Url(header));
    if (memberText(said, "alg") !== "EdDSA") return false;
    const signed = utf8(`${header}.${payload}`);
    for (const key of keysIn(jwks)) {
      if (memberText(key, "kid") !== memberText(said, "kid")) continue;
      if (memberText(key, "crv") !== "Ed25519") continue;
      const publicKey = fromBase64Url(memberText(key, "x"));
      const bytes = fromBase64Url(signature);
      if (await isSignature(publicKey, bytes, signed)) return true;
    }
  } catch {
    // Not a JWS, or signed with another kind of key.
  }
  return false;
}

/** The content of a compact JWS. @throws if it is not JSON */
export function payloadOf(jws: string): Row {
  return rowIn(fromBase64Url(jws.split(".")[1] ?? ""));
}

function keysIn(jwks: unknown): readonly Row[] {
  const keys = asRow(jwks)?.keys;
  if (!Array.isArray(keys)) return [];
  return keys.map((it) => asRow(it) ?? {});
}
