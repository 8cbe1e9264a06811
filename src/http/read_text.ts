import { ServiceError } from "../core/errors/errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's body of at most `bytesMax` bytes as UTF-8.
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
 * Reads a request's body. A declared length that is too large is refused at once; a
 * body without one is counted while it comes.
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
    // The server reads no more than the declared length, which was checked.
    return isUndeclared
      ? await readCounted(request, bytesMax)
      : await request.bytes();
  } catch (cause) {
    throw unreadable("it ended early", cause);
  }
}

/** Leaving the loop cancels the stream, so the rest is never buffered. */
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
