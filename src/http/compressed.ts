import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LIMITS } from "../core/base/limits.ts";
import type { Coding } from "./accepts.ts";
import { codingFor } from "./accepts.ts";

const gzipLater = promisify(gzip);

/** The bytes of a text compressed earlier, by coding. */
export type Packed = Map<Coding, Uint8Array<ArrayBuffer>>;

/** How to send a JSON text, and what to cache of it. */
export interface Leaving {
  readonly coding: Coding | undefined;
  readonly init: { readonly status?: number; readonly headers: object };
  readonly packed?: Packed;
}

/**
 * The response for a JSON text, compressed from a kilobyte on if accepted (RFC
 * 9110, section 8.4). Long texts are compressed in another thread.
 */
export async function jsonResponse(
  text: string,
  { coding, init, packed }: Leaving,
): Promise<Response> {
  const headers = { ...init.headers, vary: "accept-encoding" };
  if (!coding || text.length < LIMITS.compressedFromChars) {
    return new Response(text, { ...init, headers });
  }
  const bytes = packed?.get(coding) ?? (await pack(text, coding));
  packed?.set(coding, bytes);
  return new Response(bytes, {
    ...init,
    headers: { ...headers, "content-encoding": coding },
  });
}

const JSON_TYPES = new Set(["application/json", "application/a2a+json"]);

/** Compresses a JSON response in the same way; event streams pass unchanged. */
export async function compressedFor(
  request: Request,
  response: Response,
): Promise<Response> {
  const { status, headers } = response;
  const coding = codingFor(request.headers.get("accept-encoding") ?? undefined);
  if (!coding || !JSON_TYPES.has(headers.get("content-type") ?? "")) {
    return response;
  }
  const vary = headers.get("vary");
  const left = await jsonResponse(await response.text(), {
    coding,
    init: { status, headers: Object.fromEntries(headers) },
  });
  if (vary !== null) left.headers.set("vary", `${vary}, accept-encoding`);
  return left;
}

async function pack(
  text: string,
  coding: Coding,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compressed(text, coding));
}

function compressed(text: string, coding: Coding) {
  const isLong = text.length > LIMITS.compressedAtOnceChars;
  if (coding === "gzip") return isLong ? gzipLater(text) : Bun.gzipSync(text);
  const fast = { level: 1 };
  return isLong
    ? Bun.zstdCompress(text, fast)
    : Bun.zstdCompressSync(text, fast);
}
