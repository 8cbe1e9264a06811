import { createPublicKey } from "node:crypto";

/** Members of a private or a shared key (RFC 7518). */
const SECRET = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const CHARS_MAX = 200;

/**
 * A public key as it is to be kept: the members that make it, and its name. Says `secret` for one
 * with a private part, undefined for none.
 */
export function publicKeyOf(
  jwk: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | "secret" | undefined {
  if (SECRET.some((it) => it in jwk)) return "secret";
  try {
    const made = createPublicKey({ key: jwk, format: "jwk" });
    const named = Object.entries({ kid: jwk.kid, alg: jwk.alg }).filter(
      ([, it]) => typeof it === "string" && it.length <= CHARS_MAX,
    );
    return { ...made.export({ format: "jwk" }), ...Object.fromEntries(named) };
  } catch {
    return undefined;
  }
}
