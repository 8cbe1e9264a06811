import { signedTextOf } from "../../../../packages/verify/src/notes.ts";
import type { Signer } from "../../base/keys.ts";
import { nameWithin, signNote } from "../signed_note.ts";

/** The content of a signed checkpoint of the log (C2SP tlog-checkpoint). */
export interface LogHead {
  /** Which log it is. */
  readonly origin: string;
  readonly size: number;
  /** Root of the tree, as base64. */
  readonly root: string;
}

const SHAPE =
  /^(?<origin>\S+)\n(?<size>\d{1,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n$/;

/** The name that the log of a service gets when it begins. */
export function logOriginOf(settings: { readonly baseUrl: string }): string {
  return nameWithin(settings, "log");
}

/** Signs how large the log is and what it holds. */
export function signLogHead(
  signer: Pick<Signer, "signText" | "publicKey">,
  head: LogHead,
): string {
  return signNote(signer, head.origin, logText(head));
}

/** The signed text of a log. */
export function logText({ origin, size, root }: LogHead): string {
  return `${origin}\n${size}\n${root}\n`;
}

/** Reads the head of a log from a note; undefined for a text that holds none. */
export function readLogHead(note: string): LogHead | undefined {
  const groups = SHAPE.exec(signedTextOf(note))?.groups;
  if (!groups) return undefined;
  const { origin = "", root = "" } = groups;
  return { origin, size: Number(groups.size), root };
}
