import { dispositionOf } from "../../http/disposition.ts";

/** Types that a browser would run if they were served unchanged. */
const ACTIVE =
  /html|script|svg|^(?:text|application)\/xml$|\+xml$|^multipart\/|^message\/|cache-manifest/i;

interface Stored {
  readonly artifact: { readonly name: string; readonly mimeType: string };
  /** Absent if the service knows only the file's address. */
  readonly bytes: Uint8Array | null;
}

/**
 * Answers an artifact's bytes as a file to save, never as a page of ours. A uri artifact has
 * no bytes here, and redirecting to a foreign address is unsafe, so it is answered as JSON.
 */
export function download(
  { artifact, bytes }: Stored,
  headers: Record<string, string>,
): Response {
  if (bytes === null) {
    return new Response(JSON.stringify({ artifact }), { headers });
  }
  return new Response(uncopied(bytes), {
    headers: {
      ...headers,
      "content-type": ACTIVE.test(artifact.mimeType)
        ? "application/octet-stream"
        : artifact.mimeType,
      "content-disposition": dispositionOf(artifact.name),
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A view of the same bytes, because copying a large file takes long. */
function uncopied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(bytes);
}
