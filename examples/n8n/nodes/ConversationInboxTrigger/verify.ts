import { createHmac, timingSafeEqual } from "node:crypto";

/** A received webhook. */
export interface Received {
  /** `whsec_…` */
  readonly secret: string;
  readonly header: (name: string) => string;
  /** The bytes as received. */
  readonly body: Uint8Array;
  /** Milliseconds. */
  readonly now: number;
}

/** How far both clocks may differ. */
const TOLERANCE_MS = 5 * 60_000;

/** True if the service signed it, by Standard Webhooks, not long ago. */
export function isSigned({ secret, header, body, now }: Received): boolean {
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  const isRecent = Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS;
  if (!id || !timestamp || !isRecent) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  return header("webhook-signature")
    .split(" ")
    .filter((it) => it.startsWith("v1,"))
    .map((it) => Buffer.from(it.slice(3), "base64"))
    .some(
      (it) => it.length === expected.length && timingSafeEqual(it, expected),
    );
}
