import { canonicalJson, sha256 } from "../../base/digest.ts";
import type { Message } from "./model.ts";

/** What an action that waits holds of a message: a digest of all its content. */
export function contentDigest({
  parts,
  a2a,
}: Pick<Message, "parts" | "a2a">): string {
  return sha256(canonicalJson({ parts, ...(a2a && { a2a }) }));
}
