import type { Say } from "./say.ts";

type Value = string | number | Sentence;

/** A sentence with its values, said once it is known who reads it. */
export class Sentence {
  readonly #template: TemplateStringsArray;
  readonly #values: readonly Value[];

  constructor(template: TemplateStringsArray, values: readonly Value[]) {
    this.#template = template;
    this.#values = values;
  }

  /** The sentence in a language. */
  in(say: Say): string {
    const values = this.#values.map((it) =>
      it instanceof Sentence ? it.in(say) : it,
    );
    return say(this.#template, ...values);
  }
}

/** Keeps a sentence for whoever will read it: told`Cannot pay ${amount}.` */
export function told(
  template: TemplateStringsArray,
  ...values: readonly Value[]
): Sentence {
  return new Sentence(template, values);
}
