/**
 * How does a request of another service prove whose it is? `foreign_caller.ts` calls another
 * service, `circuits.ts` leaves silent ones alone. In `signatures/`, `sign_request.ts` signs ours, `read_signature.ts` checks what needs no key, `peer_keys.ts`
 * knows the keys of others; the text that is signed is in `packages/standards/`.
 * @module
 */
import { KeyObject, verify } from "node:crypto";
import { signatureBase } from "../../../packages/standards/src/signature_base.ts";
import type { Core } from "../access/context.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { sha256 } from "../base/digest.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Measures } from "../insight/measures.ts";
import { takeNonce } from "./signatures/nonce_store.ts";
import { peerKey } from "./signatures/peer_keys.ts";
import type { RequestHeaders } from "./signatures/read_signature.ts";
import { readSignature } from "./signatures/read_signature.ts";
import { bodyDigest } from "./signatures/sign_request.ts";

/** A request as it came in. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were asked for. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: Uint8Array;
}

/** A request whose signature counts: evidence of what its sender said. */
export interface VerifiedRequest {
  /** The origin that signed it, such as https://a.example. */
  readonly origin: string;
  readonly keyId: string;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
}

type Verifying = Pick<Core, "db" | "settings" | "outside" | "clock">;

/** True for a request that claims to be signed by another service. */
export function isSigned(headers: RequestHeaders): boolean {
  return headers["signature-input"] !== undefined;
}

/**
 * Verifies a signed request: everything that it must cover, its times, its body, the key of
 * the origin that it names, and that it was never taken before.
 * @param admit Refuses an origin by throwing, before anything is fetched from it. It is not
 *   proven yet: only a refusal may follow from it.
 * @throws signature_invalid with one sentence that says why
 */
export async function verifyRequest(
  core: Verifying & { readonly measures: Pick<Measures, "signedRequests"> },
  request: SignedRequest,
  admit: (origin: string) => unknown = () => {},
): Promise<VerifiedRequest> {
  const count = core.measures.signedRequests;
  try {
    const found = await provenBy(core, request, admit);
    count.of("taken").add();
    return found;
  } catch (error) {
    count.of(error instanceof ServiceError ? error.code : "failed").add();
    throw error;
  }
}

async function provenBy(
  core: Verifying,
  { method, target, headers, body }: SignedRequest,
  admit: (origin: string) => unknown,
): Promise<VerifiedRequest> {
  const now = core.clock();
  const read = readSignature(headers, { hasBody: body.length > 0, now });
  if (!("covered" in read)) throw refused(read);
  const said = headers["content-digest"];
  const hasDigest = body.length > 0 || said !== undefined;
  if (hasDigest && said !== bodyDigest(body)) {
    throw refused(told`the digest is not that of the body`);
  }
  const origin = originIn(core, read.origin);
  const base = signatureBase(
    {
      method,
      // Behind a proxy, only the settings know the address that was asked for.
      targetUri: `${core.settings.baseUrl}${target}`,
      headers,
      agents: read.agents,
    },
    read.covered,
  );
  if (base === undefined) throw refused(told`it covers a part that is absent`);
  await admit(origin);
  const key = await peerKey(core, origin, read.keyId);
  if (!(key instanceof KeyObject)) throw refused(key);
  if (!verify(null, Buffer.from(base), key, read.signature)) {
    throw refused(told`it was made over another request, or with another key`);
  }
  const nonce = [origin, read.keyId, read.nonce];
  if (!(await takeNonce(core.db, nonce, read.expiresAt))) {
    throw refused(told`the same request came before`);
  }
  return { origin, keyId: read.keyId, digest: sha256(body) };
}

/** A service is its origin: anything more could name another one's part of a host. */
function originIn({ outside }: Pick<Core, "outside">, agent: string): string {
  const isOrigin = URL.parse(agent)?.origin === agent.replace(/\/$/, "");
  if (!isOrigin)
    throw refused(told`Signature-Agent is not the origin of a service`);
  try {
    return parseForeignUrl(outside, agent).origin;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw refused(told`Signature-Agent is not a public https address`);
  }
}

function refused(why: Sentence): ServiceError {
  return new ServiceError("signature_invalid", {
    detail: told`Cannot take this signed request: ${why}.`,
  });
}
