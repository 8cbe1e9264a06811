import { createECDH } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { Signer } from "../base/keys.ts";
import { LIMITS } from "../base/limits.ts";

/** The key that push services know this service by, the same on every node. */
function ownKey({ mac }: Pick<Signer, "mac">) {
  const secret = Buffer.from(mac("web push: vapid key"), "hex");
  const key = createECDH("prime256v1");
  key.setPrivateKey(secret);
  return { secret, point: key.getPublicKey() };
}

/** The key that a browser subscribes with (`applicationServerKey`). */
export function vapidPublicKey(signer: Pick<Signer, "mac">): string {
  return ownKey(signer).point.toString("base64url");
}

/** Identifies the sender to one push service (RFC 8292). */
export async function vapidHeader(
  {
    signer,
    baseUrl,
    now,
  }: {
    readonly signer: Pick<Signer, "mac">;
    readonly baseUrl: string;
    readonly now: number;
  },
  endpoint: URL,
): Promise<string> {
  const { secret, point } = ownKey(signer);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: secret.toString("base64url"),
  };
  const token = await new SignJWT({ sub: baseUrl })
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(endpoint.origin)
    .setExpirationTime(Math.floor((now + LIMITS.pushTokenMs) / 1_000))
    .sign(await importJWK(jwk, "ES256"));
  return `vapid t=${token}, k=${point.toString("base64url")}`;
}
