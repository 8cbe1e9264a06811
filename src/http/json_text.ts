import { LIMITS } from "../core/base/limits.ts";

/**
 * The JSON text of an answer. Views of stored values are made once and shared
 * (core/conversations/projection/present.ts), so their text is kept, too. A long text is
 * not kept: it would take more room than it saves time.
 */
export function jsonText(output: object): string {
  let text = "";
  for (const [name, member] of Object.entries(output)) {
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${textOf(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

const texts = new WeakMap<object, string>();

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (text.length <= LIMITS.jsonTextKeptCharsMax) texts.set(value, text);
  return text;
}
