import type { TSchema } from "typebox";
import { BoundedCache } from "../core/base/cache.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { Unsealed } from "./fence.ts";
import { fencedJson, nonceFor, sealed } from "./fence.ts";
import type { Names } from "./names.ts";

/** For whom a result is written. */
interface Writing {
  readonly names: Names;
  /** What stands beside the text, as JSON texts. */
  readonly blocks?: readonly string[];
}

/** A result but for its nonce: the same JSON for a program and as a model's text. */
interface Written {
  readonly json: Unsealed;
  /** The JSON as it stands within a JSON text. */
  readonly text: Unsealed;
}

/** Writes the results of one server; what is read again is written once. */
export class ResultWriter {
  readonly #services: Services;
  readonly #known = new BoundedCache<object, Written>(
    LIMITS.toolTextsKeptCharsMax,
  );

  constructor(services: Services) {
    this.#services = services;
  }

  /** The JSON text of a `tools/call` result, the same for a model and a program. */
  result(schema: TSchema, output: object, writing: Writing): string {
    return this.#sealed(written(schema, output), writing);
  }

  /**
   * The result of a reading that nothing but a view decides: views are never changed,
   * so that the same one has the same texts.
   */
  reading(
    view: object,
    schema: TSchema,
    { make, names }: { make: () => object; names: Names },
  ): string {
    const known = this.#known.get(view);
    if (known) return this.#sealed(known, { names });
    const fresh = written(schema, make());
    this.#known.set(view, fresh, charsIn(fresh.json) + charsIn(fresh.text));
    return this.#sealed(fresh, { names });
  }

  /** A failure, which the model can read and mend: a text and no more. */
  failure(schema: TSchema, problem: object, names: Names): string {
    const { text } = written(schema, problem);
    const nonce = nonceFor(text, this.#services.randomBytes);
    return `{"content":[{"type":"text","text":"${sealed(text, nonce, names)}"}],"isError":true}`;
  }

  #sealed({ json, text }: Written, { names, blocks = [] }: Writing): string {
    const nonce = nonceFor(json, this.#services.randomBytes);
    const said = `{"type":"text","text":"${sealed(text, nonce, names)}"}`;
    return `{"content":[${[said, ...blocks].join(",")}],"structuredContent":${sealed(json, nonce, names)}}`;
  }
}

function written(schema: TSchema, output: object): Written {
  const json = fencedJson(schema, output);
  return { json, text: json.map(escaped) };
}

function charsIn(text: Unsealed): number {
  return text.reduce((sum, it) => sum + it.length, 0);
}

/** A text as it stands between the quotes of a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
