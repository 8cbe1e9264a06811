import type { InnerList, Item } from "structured-headers";
import {
  isInnerList,
  parseDictionary,
  serializeItem,
  Token,
} from "structured-headers";
import {
  requiredOf,
  TAG,
} from "../../../../packages/standards/src/signature_base.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";

/** The signature of a request as its headers say it, not verified yet. */
export interface ReadSignature {
  readonly covered: InnerList;
  readonly agents: ReadonlyMap<string, Item>;
  /** The origin that it speaks for. */
  readonly origin: string;
  readonly keyId: string;
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly signature: Uint8Array;
}

/** The headers of a request by name, in lower case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Reads the signature headers, and checks everything that needs no key.
 * @returns The signature, or why it cannot count.
 */
export function readSignature(
  headers: RequestHeaders,
  { hasBody, now }: { readonly hasBody: boolean; readonly now: number },
): ReadSignature | Sentence {
  const {
    signature = "",
    "signature-input": input = "",
    "signature-agent": agent = "",
  } = headers;
  const chars = signature.length + input.length + agent.length;
  if (chars > LIMITS.signatureHeaderCharsMax) {
    return told`the signature headers are too long`;
  }
  const read = membersOf(input, signature, agent);
  if (!read) return told`the signature headers cannot be read`;
  const { covered, bytes, agents, label } = read;
  const [components, params] = covered;
  const names = components.map((it) => serializeItem(it));
  for (const wanted of requiredOf(hasBody).map((it) => serializeItem(it))) {
    const own = wanted.replace(/key="[^"]*"/, `key="${label}"`);
    if (!names.includes(own)) return told`${own} is not covered`;
  }
  const origin = originOf(agents.get(label));
  const keyId = textOf(params.get("keyid"));
  const nonce = textOf(params.get("nonce"));
  const created = params.get("created");
  const expires = params.get("expires");
  if (origin === undefined || !keyId || !nonce) {
    return told`keyid, nonce or Signature-Agent is missing`;
  }
  if (params.get("tag") !== TAG) return told`the tag is not ${TAG}`;
  const { alg } = Object.fromEntries(params);
  if (alg !== undefined && alg !== "ed25519") {
    return told`the algorithm is not ed25519`;
  }
  if (typeof created !== "number" || typeof expires !== "number") {
    return told`created or expires is missing`;
  }
  const expiresAt = expires * 1_000;
  const isShort = expires - created <= LIMITS.signedRequestSeconds;
  if (!isShort || expires <= created) {
    return told`it is valid for longer than ${LIMITS.signedRequestSeconds} seconds`;
  }
  if (created * 1_000 > now + LIMITS.signedSkewMs || expiresAt <= now) {
    return told`it was not made now; compare the clocks`;
  }
  return {
    ...{ covered, agents, origin, keyId, nonce, expiresAt },
    signature: bytes,
  };
}

/** The one signature of the headers; undefined if there is none, or several. */
function membersOf(input: string, signature: string, agent: string) {
  try {
    const [[label, covered] = [], ...more] = parseDictionary(input);
    const signatures = parseDictionary(signature);
    const bytes = label ? signatures.get(label)?.[0] : undefined;
    if (!label || !covered || more.length > 0 || !isInnerList(covered)) return;
    if (!(bytes instanceof ArrayBuffer) || signatures.size > 1) return;
    const agents = new Map<string, Item>();
    for (const [name, value] of parseDictionary(agent)) {
      if (!isInnerList(value)) agents.set(name, value);
    }
    return { label, covered, agents, bytes: new Uint8Array(bytes) };
  } catch {
    return undefined;
  }
}

/** An agent whose keys are in the directory of its origin; other types count as absent. */
function originOf([value, params]: Item | [] = []): string | undefined {
  const type = params?.get("type");
  const isDirectory =
    type === undefined ||
    (type instanceof Token && type.toString() === "directory");
  return isDirectory && typeof value === "string" ? value : undefined;
}

const VISIBLE = /^[\x21-\x7e]{1,128}$/;

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && VISIBLE.test(value) ? value : undefined;
}
