import { canonicalJson, sha256 } from "../../base/digest.ts";
import type { Message } from "./model.ts";

/** The digest of a message's content that a waiting action holds. */
export function contentDigest({
  parts,
  a2a,
}: Pick<Message, "parts" | "a2a">): string {
  return sha256(canonicalJson({ parts, ...(a2a && { a2a }) }));
}
