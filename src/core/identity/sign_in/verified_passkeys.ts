import type { PasskeyOptions } from "@better-auth/passkey";
import { APIError } from "better-auth/api";

type Rules = Required<Pick<PasskeyOptions, "registration" | "authentication">>;

/** Where a page gets its authenticator's options for a sign-in. */
export const PASSKEY_OPTIONS_PATH = "/passkey/generate-authenticate-options";

/**
 * A check that the passkey plugin omits: that the authenticator has verified its user, by a
 * PIN or a fingerprint (WebAuthn, sections 7.1 and 7.2). Possession of the device alone signs
 * nobody in. It runs before anything is stored.
 */
export const VERIFIED_PASSKEYS: Rules = {
  registration: {
    afterVerification: async ({ verification }) =>
      requireVerified(verification.registrationInfo?.userVerified),
  },
  authentication: {
    afterVerification: async ({ verification }) =>
      requireVerified(verification.authenticationInfo.userVerified),
  },
};

/** The options of a sign-in for the authenticator. */
export function requiringVerification(
  options: unknown,
): Record<string, unknown> | null {
  return typeof options === "object" && options !== null
    ? { ...options, userVerification: "required" }
    : null;
}

function requireVerified(isVerified: boolean | undefined): undefined {
  if (isVerified) return undefined;
  throw new APIError("BAD_REQUEST", {
    code: "USER_NOT_VERIFIED",
    message: "Cannot take this passkey: it has not verified who uses it.",
  });
}
