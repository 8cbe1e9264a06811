import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Makes the secret of a webhook, which its owner is shown once. */
export function newSecret(randomBytes: (count: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString("base64");
}

/** One attempt to send a message. */
export interface SignedMessage {
  readonly id: string;
  /** Unix milliseconds of the attempt. */
  readonly now: number;
  readonly body: string;
}

/**
 * The headers of an event, by Standard Webhooks 1.0: one signature for each secret, so that a receiver can
 * also use the old one while both are valid.
 */
export function signedHeaders(
  { id, now, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
