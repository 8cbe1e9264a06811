import type { NamedFile } from "../../core/access/other_services.ts";
import type { JsonObject } from "../../core/base/json.ts";
import { isObject } from "../../core/base/json.ts";

/** A signed message without its files, and where they are. */
export interface SentFiles {
  readonly body: unknown;
  readonly files: readonly NamedFile[];
}

/**
 * Takes out of a signed message the files that it names by addresses of its own service: they
 * are fetched once it is stored (docs/federation.md). Their names stay in their places. Pure.
 */
export function sentFilesIn(body: unknown, origin: string): SentFiles {
  const message = isObject(body) ? body.message : undefined;
  const parts = isObject(message) ? message.parts : undefined;
  const isMessage = isObject(body) && isObject(message);
  if (!isMessage || !Array.isArray(parts)) return { body, files: [] };
  const files: NamedFile[] = [];
  const kept = parts.map((part: unknown) => {
    const url = textIn(part, "url");
    if (url === undefined || URL.parse(url)?.origin !== origin) return part;
    const name = textIn(part, "filename") ?? "file";
    const mimeType = textIn(part, "mediaType") ?? "application/octet-stream";
    files.push({ url, name, mimeType });
    return { text: name };
  });
  return { body: { ...body, message: { ...message, parts: kept } }, files };
}

function textIn(it: unknown, name: keyof JsonObject): string | undefined {
  const found = isObject(it) ? it[name] : undefined;
  return typeof found === "string" ? found : undefined;
}
