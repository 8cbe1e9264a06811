import { test } from "bun:test";

/**
 * `test` for what runs other programs. Where one of them is not installed it is skipped, and
 * the line that says so names it.
 */
export function needing(...programs: readonly string[]) {
  return skippedWithout(programs.filter((it) => Bun.which(it) === null));
}

/** `test`, or a line that names what this machine lacks. */
export function skippedWithout(missing: readonly string[]) {
  const why = ` (skipped: this machine has no ${missing.join(" and no ")})`;
  return (name: string, run: () => Promise<void>, timeout?: number): void =>
    test.skipIf(missing.length > 0)(
      missing.length > 0 ? `${name}${why}` : name,
      run,
      timeout,
    );
}
