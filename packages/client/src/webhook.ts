/** The body of an event sent to a webhook (docs/webhooks.md). */
export interface WebhookMessage {
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A received message, and what is needed to verify it. */
export interface ReceivedWebhook {
  /** `whsec_…`; several while a secret is being replaced. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | undefined>>;
  /** The bytes or the text as received; not parsed and serialized again. */
  readonly body: string | Uint8Array;
  /** The time, for tests; the clock's if absent. */
  readonly now?: number;
}

/** A message that is not from the service, or too old. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

/** How far the clocks of both sides may differ. */
const TOLERANCE_MS = 5 * 60_000;

/**
 * Verifies a message by Standard Webhooks and reads it.
 * @throws WebhookRefused
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  now = Date.now(),
}: ReceivedWebhook): Promise<WebhookMessage> {
  const read =
    headers instanceof Headers ? headers : new Headers(known(headers));
  const id = read.get("webhook-id");
  const timestamp = read.get("webhook-timestamp");
  const signed = read.get("webhook-signature");
  if (!id || !timestamp || !signed) {
    throw new WebhookRefused(
      "Cannot verify: a header of Standard Webhooks is missing.",
    );
  }
  const at = /^\d{1,12}$/.test(timestamp)
    ? Number(timestamp) * 1_000
    : Number.NaN;
  if (!(Math.abs(now - at) <= TOLERANCE_MS)) {
    throw new WebhookRefused(
      "Cannot verify: the message is too old or too new.",
    );
  }
  const bytes =
    typeof body === "string" ? new TextEncoder().encode(body) : body;
  const content = joined(
    new TextEncoder().encode(`${id}.${timestamp}.`),
    bytes,
  );
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!(await isSigned(content, secrets, signed))) {
    throw new WebhookRefused(
      "Cannot verify: no signature matches this secret.",
    );
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
  signed: string,
): Promise<boolean> {
  const signatures = signed
    .split(" ")
    .filter((it) => it.startsWith("v1,"))
    .map((it) => bytesOf(it.slice(3)));
  for (const secret of secrets) {
    const raw = bytesOf(secret.replace(/^whsec_/, ""));
    if (!raw)
      throw new WebhookRefused(
        "Cannot verify: the secret must be whsec_ followed by base64.",
      );
    const key = await crypto.subtle.importKey(
      "raw",
      raw,
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    for (const signature of signatures) {
      if (
        signature &&
        (await crypto.subtle.verify("HMAC", key, signature, content))
      ) {
        return true;
      }
    }
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function known(
  headers: Readonly<Record<string, string | undefined>>,
): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
}
