import { compactVerify, decodeProtectedHeader } from "jose";
import { parseJson } from "../../access/read_json.ts";
import type { ForeignReceipt } from "../../addresses/foreign/remote.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import { readKey } from "../card_signature.ts";
import { parseForeignUrl } from "./foreign_url.ts";
import { guardedFetch } from "./guarded_fetch.ts";

/** The task and the payee that a receipt has to be about. */
export interface ReceiptAbout {
  readonly origin: string;
  readonly taskId: string;
  readonly address: string;
  /** The price, such as 5.00. */
  readonly price: string;
}

/**
 * The receipt that a task at another service tells of, if a key of that service signed exactly
 * this one: of the task, by the payee, for the price. Undefined otherwise.
 */
export async function foreignReceipt(
  outside: ExternalServices,
  said: unknown,
  { origin, taskId, address, price }: ReceiptAbout,
): Promise<ForeignReceipt | undefined> {
  const jws = isObject(said) ? said.jws : undefined;
  if (typeof jws !== "string" || jws.length > LIMITS.remoteMetadataBytesMax) {
    return undefined;
  }
  try {
    const { alg, kid } = decodeProtectedHeader(jws);
    if (alg !== "EdDSA" || !kid) return undefined;
    const jku = `${origin}/.well-known/jwks.json`;
    const key = await readKey({ alg, kid, jku }, (url) => keysAt(outside, url));
    if (!key) return undefined;
    const { payload } = await compactVerify(jws, key, { algorithms: [alg] });
    const signed = parseJson(new TextDecoder().decode(payload));
    if (!isObject(signed) || !isObject(signed.signer)) return undefined;
    const { receiptId, signedAt, signer } = signed;
    const isRight =
      signed.conversationId === taskId &&
      signed.price === price &&
      signer.address === address;
    if (!isRight || typeof receiptId !== "string") return undefined;
    if (typeof signedAt !== "string") return undefined;
    return { receiptId, signedAt, keyId: kid, jws };
  } catch {
    return undefined;
  }
}

async function keysAt(outside: ExternalServices, url: string): Promise<string> {
  const signal = outside.deadline(LIMITS.remoteFetchMs);
  const target = parseForeignUrl(outside, url);
  const asked = { url: target, redirectsMax: 0, signal };
  return (await guardedFetch(outside, asked)).text;
}
