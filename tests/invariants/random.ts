/** Choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 up to, but not including, `bound`. */
  int(bound: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** One of a list that may be empty. */
  maybe<T>(list: readonly T[]): T | undefined;
  chance(probability: number): boolean;
  /** Each element with the given probability, in order. */
  some<T>(list: readonly T[], probability: number): T[];
}

/** mulberry32: small, fast and good enough to choose what happens next. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const int = (bound: number) => Math.floor(next() * bound);
  return {
    int,
    pick: (list) => list[int(list.length)] ?? list[0],
    maybe: (list) => list[int(list.length)],
    chance: (probability) => next() < probability,
    some: (list, probability) => list.filter(() => next() < probability),
  };
}
