/** Fails with what was expected of what. */
export function claim(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${what}`);
}
