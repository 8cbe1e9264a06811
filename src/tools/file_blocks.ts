import type { Operation } from "../core/access/operation.ts";
import type { ThreadOutput } from "./outputs.ts";
import { isBare } from "./word_forms.ts";

/** A tool's output, and the content beside it in its result. */
interface WithBlocks {
  readonly whole: ThreadOutput;
  /** Content blocks as JSON texts. */
  readonly blocks: readonly string[];
}

/**
 * Moves a file's bytes out of the output: a picture becomes a block of its own, and a file
 * that is neither text nor picture a link that the same token may read.
 */
export function fileBlocks(
  { name }: Operation,
  output: ThreadOutput,
): WithBlocks {
  if (name !== "read_artifact") return { whole: output, blocks: [] };
  const { bytes, imageType, ...whole } = output;
  const { artifact, shown } = whole;
  if (bytes instanceof Uint8Array) {
    const data = bytes.toBase64();
    const block = { type: "image", data, mimeType: imageType };
    return { whole, blocks: [JSON.stringify(block)] };
  }
  if (shown !== "link" || !artifact || artifact.uri !== undefined) {
    return { whole, blocks: [] };
  }
  const { conversationId, artifactId, mimeType, size } = artifact;
  const link = {
    type: "resource_link",
    uri: `inbox://conversations/${conversationId}/artifacts/${artifactId}`,
    // Its own name is others' words.
    name: artifactId,
    mimeType: shownType(mimeType),
    size,
  };
  return { whole, blocks: [JSON.stringify(link)] };
}

/**
 * A media type where fences are impossible: one that could be read as an order counts as
 * unknown.
 */
export function shownType(mimeType: string): string {
  return isBare("mediaType", mimeType) ? mimeType : "application/octet-stream";
}
