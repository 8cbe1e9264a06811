import { fromBase64 } from "./bytes.ts";
import type { TreeHead } from "./merkle.ts";
import { signedTextOf } from "./notes.ts";
import type { NoteSigner } from "./signed_note.ts";
import { signNote } from "./signed_note.ts";

/** The content of a signed checkpoint of the log (C2SP tlog-checkpoint). */
export interface LogHead {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  /** Root of the tree, as base64. */
  readonly root: string;
}

const SHAPE =
  /^(?<origin>[^\n]+)\n(?<size>\d{1,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n/;

/** The name for the log of a new service. */
export function logOriginOf({ baseUrl }: { readonly baseUrl: string }): string {
  return `${baseUrl.replace(/^https?:\/\//, "")}/log`;
}

/** Signs the size and the root of the log. */
export function signLogHead(signer: NoteSigner, head: LogHead): string {
  return signNote(signer, head.origin, logText(head));
}

/** The signed text of a log. */
export function logText({ origin, size, root }: LogHead): string {
  return `${origin}\n${size}\n${root}\n`;
}

/** Reads the head of a log from a note; undefined if it has none. */
export function readLogHead(note: string): LogHead | undefined {
  return headIn(signedTextOf(note));
}

/** The head in the signed text of a checkpoint, if it belongs to that log. */
export function treeHeadIn(text: string, log: string): TreeHead | undefined {
  const head = headIn(text);
  if (head?.origin !== log) return undefined;
  return { size: head.size, root: fromBase64(head.root) };
}

function headIn(text: string): LogHead | undefined {
  const groups = SHAPE.exec(text)?.groups;
  if (!groups) return undefined;
  const { origin = "", root = "" } = groups;
  return { origin, size: Number(groups.size), root };
}
