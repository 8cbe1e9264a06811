const FENCE = /<(\d{3,})>([\s\S]*?)<\/\1>/g;

/**
 * A tool's result with the words of others as they were written, out of their fences:
 * what is one fenced JSON text is its value, and further members stand with the others.
 */
export function unfenced<T>(value: T): T;
export function unfenced(value: unknown): unknown {
  if (typeof value === "string") return valueIn(value);
  if (Array.isArray(value)) return value.map((it) => unfenced(it));
  if (typeof value !== "object" || value === null) return value;
  const { others, ...members } = Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, unfenced(it)]),
  );
  return typeof others === "object" ? { ...members, ...others } : members;
}

function valueIn(text: string): unknown {
  const words = text.replace(FENCE, (_all, _nonce, own: string) => own);
  const isJson = words.length < text.length && /^[{[].*[}\]]$/s.test(words);
  return isJson ? JSON.parse(words) : words;
}

/** Every text within a fence, wherever in a result it stands. */
export function fencedIn(value: unknown): string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [...text.matchAll(FENCE)].map(([, , words]) => words ?? "");
}

/** The part of a text that stands in no fence. */
export function outsideFences(text: string): string {
  return text.replace(FENCE, "");
}
