import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LIMITS } from "../core/base/limits.ts";
import type { Coding } from "./accepts.ts";
import { codingFor } from "./accepts.ts";

const gzipLater = promisify(gzip);

/** The bytes of a text that was compressed before, by coding. */
export type Packed = Map<Coding, Uint8Array<ArrayBuffer>>;

/** How a JSON text leaves, and what is kept of it for the next answer. */
export interface Leaving {
  readonly coding: Coding | undefined;
  readonly init: { readonly status?: number; readonly headers: object };
  readonly packed?: Packed;
}

/**
 * The response of a JSON text, compressed from a kilobyte on for whoever takes it (RFC 9110,
 * section 8.4). Long text is compressed in another thread.
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

/** A response as it is, compressed likewise where it is JSON: streams of events are not. */
export async function compressedFor(
  request: Request,
  response: Response,
): Promise<Response> {
  const { status, headers } = response;
  const coding = codingFor(request.headers.get("accept-encoding") ?? undefined);
  if (!coding || headers.get("content-type") !== "application/json") {
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
