/** The JSON of a list that may grow; empty until it is asked for. */
const texts = new WeakMap<readonly object[], string>();

/** Has the JSON of a list be kept, for longer lists that begin with it. */
export function growing<T extends object>(list: T[]): T[] {
  texts.set(list, "");
  return list;
}

/** A growing list with one member more: what was written of the others is not written again. */
export function grown<T extends object>(list: readonly T[], member: T): T[] {
  const longer = growing([...list, member]);
  const text = texts.get(list);
  if (text && list.length > 0) {
    // To cut the bracket off makes it one piece in memory, which is read much sooner.
    texts.set(longer, `${text.slice(0, -1)},${JSON.stringify(member)}]`);
  }
  return longer;
}

/** The JSON of a growing list; undefined of any other. */
export function growingJson(list: readonly object[]): string | undefined {
  const known = texts.get(list);
  if (known === undefined || known !== "") return known;
  const text = JSON.stringify(list);
  texts.set(list, text);
  return text;
}

/** How long the JSON is that is kept of a list. */
export function keptCharsOf(list: readonly object[]): number {
  return texts.get(list)?.length ?? 0;
}
