import { Unreached } from "../../../client/src/problem.ts";
import { t } from "../ui/t.ts";
import type { Passkey } from "./types.ts";

const API = "/api/auth/passkey";

const BY_STATUS: Readonly<Record<number, string>> = {
  401: t`You're signed out. Sign in again.`,
  403: t`For security, sign out and back in, then add the passkey.`,
  429: t`Too many attempts. Wait a while, then try again.`,
};

/** Why a passkey could not be added or removed, in words for the person. */
export class PasskeyRefusal extends Error {
  override readonly name = "PasskeyRefusal";
}

/** True in a browser that supports passkeys as JSON. */
export function knowsPasskeys(): boolean {
  return (
    "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

/** The passkeys that the person signs in with. */
export async function listPasskeys(): Promise<readonly Passkey[]> {
  return await call("list-user-passkeys");
}

/** Creates a passkey on this device, which asks the person. */
export async function addPasskey(passkey: {
  readonly label: string;
  readonly address: string;
  readonly name: string;
}): Promise<void> {
  const { label, address, name } = passkey;
  const asked = await call("generate-register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  // The name in the device's list of passkeys, which others also see.
  publicKey.user = { ...publicKey.user, name: address, displayName: name };
  const response = await navigator.credentials.create({ publicKey });
  await call("verify-registration", { response, name: label });
}

/** Removes a passkey: nobody can sign in with it any more. */
export async function removePasskey(id: string): Promise<void> {
  await call("delete-passkey", { id });
}

/** The reason in one sentence for the person. */
export function whyNotPasskey(error: unknown): string {
  if (error instanceof PasskeyRefusal) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError")
    return t`This device already has a passkey.`;
  if (name === "NotAllowedError") return t`No passkey was created. Try again.`;
  return t`That didn't work. Try again.`;
}

/**
 * Posts the body if there is one, otherwise gets; the session's cookie identifies the person.
 */
async function call(path: string, body?: object) {
  const response = await fetch(`${API}/${path}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Unreached();
  });
  if (response.ok) return await response.json();
  throw new PasskeyRefusal(
    BY_STATUS[response.status] ?? t`That didn't work. Try again.`,
  );
}
