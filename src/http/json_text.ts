import { growingJson } from "../core/conversations/projection/growing_list.ts";

/** A member of an answer that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an answer, some of whose members may be JSON already. */
export function jsonText(output: object): string {
  let text = "";
  for (const [name, member] of Object.entries(output)) {
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${textOf(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function textOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return growingJson(value) ?? JSON.stringify(value);
  const text = isThread(value) && threadText(value);
  return text || JSON.stringify(value);
}

interface Thread {
  readonly messages: readonly object[];
}

function isThread(value: unknown): value is Thread {
  if (typeof value !== "object" || value === null) return false;
  return "messages" in value && Array.isArray(value.messages);
}

/** A conversation within an answer; undefined unless most of its messages were written before. */
function threadText(thread: Thread): string | undefined {
  const text = growingJson(thread.messages);
  if (text === undefined) return undefined;
  // Its place is held by a text that no answer holds: it would not be stored.
  const frame = JSON.stringify({ ...thread, messages: "\0" });
  const at = frame.indexOf(HELD);
  return `${frame.slice(0, at)}"messages":${text}${frame.slice(at + HELD.length)}`;
}

const HELD = String.raw`"messages":"\u0000"`;
