import { statSync } from "node:fs";

/** Checks whether files are still the original ones. */
export class FilePlace {
  readonly #paths: readonly string[];
  readonly #files: readonly (string | undefined)[];

  constructor(...paths: readonly string[]) {
    this.#paths = paths;
    this.#files = paths.map(fileAt);
  }

  isKept(): boolean {
    return this.#paths.every((path, n) => fileAt(path) === this.#files[n]);
  }
}

/** The identity of a file, whatever its name. */
function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
