import { request } from "../api/client.ts";
import type { Artifact } from "../api/types.ts";
import { counted } from "../ui/words.ts";

/** Reads a file's bytes, under a type that the browser runs nothing of. */
export async function bytesOf(file: Artifact, type: string): Promise<Blob> {
  const path = `/v1/conversations/${file.conversationId}/artifacts/${file.artifactId}`;
  const response = await request(path, {});
  return new Blob([await response.arrayBuffer()], { type });
}

/** Bytes in words. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
