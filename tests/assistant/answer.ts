const FENCE = /<(\d{3,})>([\s\S]*?)<\/\1>/g;

/** The part of a text that the service's instructions do not call data. */
export function outsideFences(text: string): string {
  return text.replace(FENCE, "");
}

/** One result of a tool, as a model is given it. */
export class Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly #value: unknown;

  constructor(text: string, isError: boolean, value = valueIn(text)) {
    this.text = text;
    this.isError = isError;
    this.#value = value;
  }

  /** A word of the result; what others wrote without its fence, as data. */
  word(...path: readonly string[]): string {
    const found = this.#at(path);
    return typeof found === "string"
      ? found.replace(FENCE, (_all, _nonce, words: string) => words)
      : "";
  }

  number(...path: readonly string[]): number {
    const found = this.#at(path);
    return typeof found === "number" ? found : 0;
  }

  list(...path: readonly string[]): readonly Answer[] {
    const found = this.#at(path);
    if (!Array.isArray(found)) return [];
    return found.map((it) => new Answer(JSON.stringify(it), false, it));
  }

  /** A list of plain words, such as the names of actions. */
  words(...path: readonly string[]): readonly string[] {
    const found = this.#at(path);
    return Array.isArray(found) ? found.map((it) => String(it)) : [];
  }

  #at(path: readonly string[]): unknown {
    return path.reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null
          ? Reflect.get(value, name)
          : undefined,
      this.#value,
    );
  }
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
