import { ServiceError } from "../core/errors/errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's body as UTF-8, of at most so many bytes.
 * @throws payload_too_large, invalid_json
 */
export async function readUtf8(
  request: Request,
  bytesMax: number,
): Promise<string> {
  const bytes = await readBody(request, bytesMax);
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw unreadable("it is not UTF-8", cause);
  }
}

/**
 * Reads a request's body, counting what really comes: a length that is declared is
 * believed only when it is too large already.
 * @throws payload_too_large, invalid_json
 */
export async function readBody(
  request: Request,
  bytesMax: number,
): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > bytesMax) {
    throw tooLarge(bytesMax);
  }
  const bytes = await readBytes(request, declared === null, bytesMax);
  if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

async function readBytes(
  request: Request,
  isUndeclared: boolean,
  bytesMax: number,
): Promise<Uint8Array> {
  try {
    // The server reads no more than a declared length, so that is bounded.
    return isUndeclared
      ? await readCounted(request, bytesMax)
      : await request.bytes();
  } catch (cause) {
    throw unreadable("it ended early", cause);
  }
}

/** Leaving the loop cancels the stream: the rest is never buffered. */
async function readCounted(
  request: Request,
  bytesMax: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > bytesMax) break;
  }
  return Buffer.concat(chunks);
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError("payload_too_large", {
    detail: `Cannot read the body: it is larger than ${bytesMax} bytes.`,
    extra: { bytesMax },
  });
}

function unreadable(why: string, cause: unknown): ServiceError {
  return new ServiceError("invalid_json", {
    detail: `Cannot read the body: ${why}.`,
    cause,
  });
}
