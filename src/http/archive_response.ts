import type { Caller } from "../core/access/context.ts";
import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { ByteRange } from "../core/exports/archive.ts";
import { archivePart } from "../core/exports/archive.ts";
import { exportStore } from "../core/exports/export_store.ts";
import { getExport } from "../core/operations/get_export.ts";
import type { Services } from "../core/pipeline/call.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { dispositionOf } from "./disposition.ts";

/**
 * Answers with an export's archive, or the requested range of it (RFC 9110,
 * section 14), no faster than the client reads.
 * @throws export_not_found, wrong_state while it is being made
 */
export async function archiveResponse(
  services: Services,
  caller: Caller,
  exportId: string,
  { headers }: Request,
): Promise<Response> {
  const input = { exportId };
  const output = await outputOf(services, getExport, caller, input);
  const { status, bytes, createdAt } = output.export;
  const made = await exportStore(services.db).find(exportId);
  if (!made || status !== "ready" || bytes === null) {
    throw new ServiceError("wrong_state", {
      detail: told`Cannot download the export: its status is ${status}.`,
    });
  }
  const etag = `"${exportId}"`;
  const ifRange = headers.get("if-range");
  const asked =
    ifRange === null || ifRange === etag ? headers.get("range") : null;
  const stretch = asked === null ? undefined : readRange(asked, bytes);
  const answer: Record<string, string> = {
    ...zipHeaders(`inbox-export-${createdAt.slice(0, 10)}.zip`),
    etag,
    "accept-ranges": "bytes",
  };
  if (stretch === null) {
    answer["content-range"] = `bytes */${bytes}`;
    return new Response(null, { status: 416, headers: answer });
  }
  const { from, to } = stretch ?? { from: 0, to: bytes };
  answer["content-length"] = String(to - from);
  if (stretch) answer["content-range"] = `bytes ${from}-${to - 1}/${bytes}`;
  const parts = archivePart(services.db, made, { from, to });
  // The server gives no length for a stream, so short parts are read first.
  const isShort = to - from <= LIMITS.exportHeldBytesMax;
  const body = isShort
    ? Buffer.concat(await Array.fromAsync(parts))
    : streamed(parts);
  return new Response(body, { status: stretch ? 206 : 200, headers: answer });
}

/** One range of bytes; undefined for the whole, null for one beyond the end. */
export function readRange(
  text: string,
  bytes: number,
): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? [];
  if (first === "" && last === "") return undefined;
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const to =
    first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== "" && last !== "" && Number(last) < from) return undefined;
  return from < bytes && from < to ? { from, to } : null;
}

function zipHeaders(name: string) {
  return {
    "content-type": "application/zip",
    "content-disposition": dispositionOf(name),
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  };
}

/** Answers with an archive that is made while it is sent: its length is not known before. */
export function zipResponse(
  { parts }: { parts: AsyncGenerator<Uint8Array> },
  headers: Record<string, string>,
): Response {
  const init = { headers: { ...headers, ...zipHeaders("evidence.zip") } };
  return new Response(streamed(parts), init);
}

/** A stream that reads on only once its last chunk was taken. */
function streamed(
  parts: AsyncGenerator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
