import { request } from "../../api/client.ts";
import type { Artifact } from "../../api/types.ts";

/** A file as a conversation lists it, or as a question names it. */
export type ShownFile = Omit<
  Artifact,
  "conversationId" | "addedBy" | "createdAt" | "description"
>;

/** Reads a file's bytes, under a type that the browser runs nothing of. */
export async function bytesOf(file: ShownFile, type: string): Promise<Blob> {
  // The service names itself by its public address, which need not be this page's.
  const { pathname } = new URL(file.downloadUrl ?? "", location.href);
  const response = await request(pathname, {});
  return new Blob([await response.arrayBuffer()], { type });
}

/** Reads a file as an address of this page, until what it answers is called. */
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
