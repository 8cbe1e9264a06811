import { ZipStream } from "../../../packages/verify/src/zip/zip_stream.ts";
import type { QueryCall } from "../access/context.ts";
import { proveHeads } from "../audit/log/prove.ts";
import { breathe } from "../base/pace.ts";
import { entryBytes, zipEntryOf } from "./archive.ts";
import { conversationStep } from "./conversation_steps.ts";
import { writeLogCheckpoint } from "./log_step.ts";
import type { Listed } from "./manifest.ts";
import { writeManifest } from "./manifest.ts";
import type { Within } from "./place.ts";
import { Slice } from "./slice.ts";

/**
 * Makes the archive of one conversation as the caller reads it, while it is sent: in memory are
 * one slice, one file and the list of entries. Nothing of it is stored.
 * @throws export_not_found once a file of it is deleted
 */
export async function* evidenceParts(
  call: QueryCall,
  id: string,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const listed: Record<string, Listed> = {};
  let at = { id, dataBytes: 0, directoryBytes: 0, files: {} };
  for (let next: Within | "log" | "end" | null = { id }; next; ) {
    const slice = new Slice(at);
    if (next === "end") {
      await writeManifest(call, slice, listed, { evidenceOf: id });
      next = null;
    } else if (next === "log") {
      const proven = await proveHeads(call, [id]);
      for (const line of proven) slice.line("log/proofs", line);
      const sizes = proven.map(({ size }) => size);
      await writeLogCheckpoint({ call, slice }, sizes);
      next = "end";
    } else next = (await conversationStep(call, slice, next)) ?? "log";
    const written = await slice.end(at.files);
    at = { ...written, id };
    for (const { bytes, ...head } of written.entries) {
      listed[head.name] = { bytes: head.size, sha256: head.sha256 };
      const content = bytes ?? (await entryBytes(call.db, head));
      yield* zip.entry(zipEntryOf(head), content);
      await breathe();
    }
  }
  yield* zip.end(at.dataBytes);
}
