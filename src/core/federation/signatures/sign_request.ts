import { createHash } from "node:crypto";
import { serializeDictionary, serializeItem } from "structured-headers";
import {
  LABEL,
  requiredOf,
  signatureBase,
  TAG,
} from "../../../../packages/standards/src/signature_base.ts";
import type { Core } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";

/** A request as it will be sent. */
export interface ToSign {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** "" without a body. */
  readonly body: string | Uint8Array;
  /** The media type of the body; not needed without one. */
  readonly contentType?: string;
}

/** The parts of a body that its digest protects (RFC 9530). */
export function bodyDigest(body: string | Uint8Array): string {
  return `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
}

/**
 * The headers of a request that this service signs (RFC 9421, in the form of Web Bot Auth).
 * Each call makes another nonce, so each attempt is signed anew.
 */
export function signRequest(
  {
    settings,
    signer,
    clock,
    randomBytes,
  }: Pick<Core, "settings" | "signer" | "clock" | "randomBytes">,
  { method, url, body, contentType = "" }: ToSign,
): Readonly<Record<string, string>> {
  const hasBody = body.length > 0;
  const origin = new URL(settings.baseUrl).origin;
  const digest = bodyDigest(body);
  const created = Math.floor(clock() / 1_000);
  const covered: Parameters<typeof signatureBase>[1] = [
    [...requiredOf(hasBody)],
    new Map<string, string | number>([
      ["created", created],
      ["expires", created + LIMITS.signedRequestSeconds],
      ["keyid", signer.requestKeyId],
      ["nonce", randomBytes(18).toBase64()],
      ["tag", TAG],
    ]),
  ];
  const base = signatureBase(
    {
      method,
      targetUri: url,
      headers: { "content-type": contentType, "content-digest": digest },
      agents: new Map([[LABEL, [origin, new Map()]]]),
    },
    covered,
  );
  if (base === undefined) throw new TypeError("Each component has a value");
  const signature = signer.signRequest(base);
  const bytes = new Uint8Array(signature).buffer;
  return {
    ...(hasBody && { "content-digest": digest }),
    "signature-agent": `${LABEL}=${serializeItem([origin, new Map()])}`,
    "signature-input": serializeDictionary(new Map([[LABEL, covered]])),
    signature: serializeDictionary(new Map([[LABEL, [bytes, new Map()]]])),
  };
}
