import { request } from "../../api/client.ts";
import type { Artifact } from "../../api/types.ts";

/** A file in a conversation or in a question. */
export type ShownFile = Omit<
  Artifact,
  "conversationId" | "addedBy" | "createdAt" | "description"
>;

/** Reads a file's bytes with a type that the browser never runs. */
export async function bytesOf(file: ShownFile, type: string): Promise<Blob> {
  // The service's public address need not be this page's.
  const { pathname } = new URL(file.downloadUrl ?? "", location.href);
  const response = await request(pathname, {});
  return new Blob([await response.arrayBuffer()], { type });
}

/** Gives a file an address in this page, until the returned function is called. */
export function lendUrl(
  file: ShownFile,
  onUrl: (url: string) => void,
  onError: (reason: unknown) => void,
): () => void {
  let url: string | undefined;
  let isOver = false;
  const lend = async () => {
    const blob = await bytesOf(file, file.mimeType);
    if (isOver) return;
    url = URL.createObjectURL(blob);
    onUrl(url);
  };
  lend().catch((reason) => {
    if (!isOver) onError(reason);
  });
  return () => {
    isOver = true;
    if (url !== undefined) URL.revokeObjectURL(url);
  };
}
