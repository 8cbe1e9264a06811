import { createECDH } from "node:crypto";
import { importJWK, jwtVerify } from "jose";

/** A pushed message, as the browser reads it. */
export interface Pushed {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: number;
  /** The sender's claims, once its signature was checked. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** The secrets of one subscription, as a browser makes them. */
export interface BrowserKeys {
  readonly secret: Uint8Array;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

/** A push service of this process, with one browser behind it. */
export interface PushService extends Disposable {
  /** The subscription that a browser would hand to the service. */
  readonly subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  };
  readonly pushed: Pushed[];
  /** The status of the next answers. */
  status: number;
}

const encoder = new TextEncoder();

export function startPushService(): PushService {
  const own = createECDH("prime256v1");
  const secret = crypto.getRandomValues(new Uint8Array(32));
  own.setPrivateKey(secret);
  const point = own.getPublicKey();
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const keys = { secret, p256dh: point, auth };
  const pushed: Pushed[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = new Uint8Array(await request.arrayBuffer());
      const { claims, key } = await verifiedSender(request);
      pushed.push({
        headers: request.headers.toJSON(),
        text: await decryptPush(keys, body),
        bytes: body.byteLength,
        claims,
        key,
      });
      return new Response(null, { status: service.status });
    },
  });
  const service: PushService = {
    subscription: {
      endpoint: `http://127.0.0.1:${server.port}/push/${auth.toHex()}`,
      p256dh: point.toString("base64url"),
      auth: Buffer.from(auth).toString("base64url"),
    },
    pushed,
    status: 201,
    [Symbol.dispose]: () => void server.stop(true),
  };
  return service;
}

/** Checks who sends by RFC 8292, and that it was meant for this service. */
async function verifiedSender({ headers, url }: Request) {
  const [, token = "", key = ""] =
    /^vapid t=([^,]+), k=(\S+)$/.exec(headers.get("authorization") ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), {
    audience: new URL(url).origin,
    currentDate: new Date(0),
  });
  return { claims: payload, key };
}

/** Decrypts as a browser does, by RFC 8291 and RFC 8188, with nothing of the sender's code. */
export async function decryptPush(
  { secret, p256dh, auth }: BrowserKeys,
  body: Uint8Array,
): Promise<string> {
  const salt = body.slice(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.slice(21, 21 + keyLength);
  const shared = await agreed(secret, p256dh, sender);
  const info = joined(encoder.encode("WebPush: info\0"), p256dh, sender);
  const ikm = await expanded(await hmac(auth, shared), info, 32);
  const prk = await hmac(salt, ikm);
  const label = (name: string) => encoder.encode(`Content-Encoding: ${name}\0`);
  const cek = await expanded(prk, label("aes128gcm"), 16);
  const iv = await expanded(prk, label("nonce"), 12);
  const key = await crypto.subtle.importKey("raw", cek, "AES-GCM", false, [
    "decrypt",
  ]);
  const sealed = body.slice(21 + keyLength);
  const record = new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed),
  );
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error("It is not the last record");
  return new TextDecoder().decode(record.subarray(0, end));
}

async function agreed(
  secret: Uint8Array,
  own: Uint8Array,
  theirs: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const base64 = (bytes: Uint8Array) =>
    Buffer.from(bytes).toString("base64url");
  const jwk = {
    ...{ kty: "EC", crv: "P-256", d: base64(secret) },
    ...{ x: base64(own.slice(1, 33)), y: base64(own.slice(33)) },
  };
  const mine = await crypto.subtle.importKey("jwk", jwk, curve, false, [
    "deriveBits",
  ]);
  const other = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(theirs),
    curve,
    false,
    [],
  );
  const way = { name: "ECDH", public: other };
  return new Uint8Array(await crypto.subtle.deriveBits(way, mine, 256));
}

async function hmac(
  key: Uint8Array,
  text: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const way = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(key),
    way,
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign("HMAC", made, Uint8Array.from(text));
  return new Uint8Array(signed);
}

/** One block of HKDF (RFC 5869, 2.3), which is all that is needed. */
async function expanded(
  prk: Uint8Array,
  info: Uint8Array,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const block = await hmac(prk, joined(info, Uint8Array.of(1)));
  return block.slice(0, length);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
