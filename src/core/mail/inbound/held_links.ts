import type { Settings } from "../../access/context.ts";

type Place = Pick<Settings, "replyDomain">;

const REMOVED = "[link removed]";

/**
 * A text without the links that a mail of the service gave its reader: quoted, they
 * would hand the right to read and to answer in their name to whom they answer. Pure.
 */
export function withoutHeldLinks(at: Place, text: string): string {
  return text.replaceAll(heldLinks(at), REMOVED);
}

/** True for bytes that hold one, such as a mail that is attached. Pure. */
export function holdsLink(at: Place, bytes: Buffer): boolean {
  return heldLinks(at).test(bytes.toString("latin1"));
}

/** By their path alone: mail systems put hosts of their own before it, and encode it. */
function heldLinks({ replyDomain }: Place): RegExp {
  const link =
    "(?:https?://[^\\s/]{1,255})?(?:/|%2F)i(?:/|%2F)(?:stop(?:/|%2F))?[\\w-]{22}(?![\\w-])";
  const address = `reply\\+[0-9a-z]{58}@${literal(replyDomain ?? "")}`;
  return new RegExp(`${link}|${address}`, "gi");
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
