/** A vertical part of a block, in pixels from its top. */
export type Stretch = readonly [from: number, to: number];

/** The parts seen so far, merged with one more. Pure. */
export function withStretch(
  seen: readonly Stretch[],
  [from, to]: Stretch,
): readonly Stretch[] {
  if (to <= from) return seen;
  // Rounding leaves a small gap between parts that touch.
  const touches = ([start, end]: Stretch) => start <= to + 1 && end >= from - 1;
  const touched = seen.filter(touches);
  const joined: Stretch = [
    Math.min(from, ...touched.map(([start]) => start)),
    Math.max(to, ...touched.map(([, end]) => end)),
  ];
  return [...seen.filter((it) => !touches(it)), joined];
}

/** The first line of a block that was not in sight; undefined if there is none. Pure. */
export function firstUnseen(
  seen: readonly Stretch[],
  height: number,
): number | undefined {
  if (isWholeSeen(seen, height)) return undefined;
  return seen.find(([from]) => from <= 1)?.[1] ?? 0;
}

/** True once every line of a block was in sight. Pure. */
export function isWholeSeen(seen: readonly Stretch[], height: number): boolean {
  return seen.some(([from, to]) => from <= 1 && to >= height - 1);
}
