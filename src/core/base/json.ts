/** An object as it came in; its members are still anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const written = new WeakMap<object, string>();

/** The JSON of a constant value that is reused from call to call, serialised once. */
export function jsonOnce(value: object): string {
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  written.set(value, text);
  return text;
}

/** The size of a value as JSON, in bytes. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The first items that fit, at least one. */
export function fitting<T>(
  all: readonly T[],
  budget: number,
  weigh: (one: T) => number = sizeOf,
): T[] {
  let left = budget;
  const kept: T[] = [];
  for (const one of all) {
    left -= weigh(one) + 1;
    if (left < 0 && kept.length > 0) break;
    kept.push(one);
  }
  return kept;
}
