import type { TSchema } from "typebox";
import type { Services } from "../core/pipeline/call.ts";
import type { WithoutNonce } from "./fence.ts";
import { fencedJson, nonceFor, spelled, withNonce } from "./fence.ts";
import type { Names } from "./names.ts";

/** The reader of a result. */
interface Writing {
  readonly names: Names;
  /** More content beside the text, as JSON texts. */
  readonly blocks?: readonly string[];
}

/** A result without its nonce: the same JSON for a program and as a model's text. */
interface ResultText {
  readonly json: WithoutNonce;
  /** The JSON as it appears within a JSON text. */
  readonly text: WithoutNonce;
}

/** Writes the results of one server. */
export class ResultWriter {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The JSON text of a `tools/call` result, with its nonce. */
  withNonce(text: WithoutNonce): string {
    return text.join(nonceFor(text, this.#services.randomBytes));
  }

  /** A failure that the model can read and correct, as text only. */
  failure(schema: TSchema, problem: object, names: Names): string {
    const { text } = written(schema, problem);
    const nonce = nonceFor(text, this.#services.randomBytes);
    return `{"content":[{"type":"text","text":"${withNonce(text, nonce, names)}"}],"isError":true}`;
  }
}

/** A `tools/call` result without its nonce, the same for a model and a program. */
export function resultBut(
  schema: TSchema,
  output: object,
  { names, blocks = [] }: Writing,
): WithoutNonce {
  const { json, text } = written(schema, output);
  const beside = blocks.map((it) => `,${it}`).join("");
  return spelled(
    linked(
      ['{"content":[{"type":"text","text":"'],
      text,
      [`"}${beside}],"structuredContent":`],
      json,
      ["}"],
    ),
    names,
  );
}

/** Concatenated texts, each with its places for the nonce. */
function linked(...texts: readonly WithoutNonce[]): WithoutNonce {
  return texts.reduce((all, it) => [
    ...all.slice(0, -1),
    `${all.at(-1)}${it[0]}`,
    ...it.slice(1),
  ]);
}

function written(schema: TSchema, output: object): ResultText {
  const json = fencedJson(schema, output);
  return { json, text: json.map(escaped) };
}

/** A text as it appears between the quotes of a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
