import type { Static, TSchema } from "typebox";
import type { Caller } from "../access/context.ts";
import type { Keeping, Operation, Query } from "../access/operation.ts";
import { BoundedCache } from "../base/cache.ts";
import { jsonOnce } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Services } from "./call.ts";
import { admitted, runQuery } from "./call.ts";
import { queryCall } from "./query_call.ts";

/** An output as an interface has written it. */
export interface WrittenAnswer {
  /** One text, or the texts around what each answer fills in. */
  readonly texts: readonly string[];
  /** The ETag, on an interface that has one. */
  readonly tag?: string;
}

/** How an interface writes the output of an operation. */
export interface Format<O> {
  /** Distinguishes it from all other forms of outputs. */
  readonly name: string;
  write(output: O): WrittenAnswer | Promise<WrittenAnswer>;
}

/** A query whose answers may be cached. */
export type KeepingQuery<I extends TSchema, O extends TSchema> = Query<I, O> & {
  readonly keeping: Keeping<I, O>;
};

interface Kept {
  readonly written: WrittenAnswer;
  readonly standing: string;
  readonly until: number;
}

const answersOf = perDatabase(
  ({ cacheBytes }) =>
    new BoundedCache<string, Kept>((3 * cacheBytes) / 5, "answers"),
);

/** True for a call whose answer may be cached; false for one that waits for a change. */
export function isKeeping<I extends TSchema, O extends TSchema>(
  operation: Operation | Query<I, O>,
  input: object,
): operation is KeepingQuery<I, O> {
  return (
    operation.kind === "query" &&
    operation.keeping !== undefined &&
    !("waitSeconds" in input)
  );
}

/**
 * Calls a query and returns its answer as an interface writes it. An answer cached for the
 * same caller and input is reused until it expires, while the state it depends on, which is
 * read each time, is the same.
 * @throws as callOperation does
 */
export function callWritten<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: KeepingQuery<I, O>,
  caller: Caller,
  input: unknown,
  form: Format<Static<O>>,
): Promise<WrittenAnswer> {
  const { keeping, name } = operation;
  return admitted(services, operation, caller, input, async (checked) => {
    const call = queryCall(services, caller);
    const standing = await keeping.standing(checked, call);
    const answers = answersOf(services.db);
    const { via, language = USUAL_LANGUAGE } = caller;
    // Principals are made anew every few seconds: equal rights get equal answers.
    const by = `${via} ${language} ${jsonOnce(caller.principal)}`;
    const key = `${name} ${form.name} ${by} ${JSON.stringify(checked)}`;
    const kept = answers.get(key);
    if (kept && kept.standing === standing && call.now < kept.until) {
      return kept.written;
    }
    const output = await runQuery(services, operation, call, checked);
    const written = await form.write(output);
    const until = keeping.until(output);
    if (standing !== undefined && call.now < until) {
      const weight = weightOf(key, written);
      if (weight <= LIMITS.answerKeptBytesMax) {
        answers.set(key, { written, standing, until }, weight);
      }
    }
    return written;
  });
}

/** The bytes of an entry beside its texts: objects, links, place in the map. */
const FRAME_BYTES = 400;

const PACKED = 1.25;

/** The weight of an answer. A text that occurs twice is stored once. */
function weightOf(key: string, { texts }: WrittenAnswer): number {
  let weight = FRAME_BYTES + key.length;
  for (const it of new Set(texts)) weight += bytesOf(it);
  // An interface may keep it compressed as well.
  return Math.ceil(weight * PACKED);
}

/** One character beyond Latin-1 makes a text take two bytes for each. */
function bytesOf(text: string): number {
  const { length } = text;
  // Most are ASCII, which is found out in a tenth of the time.
  if (Buffer.byteLength(text) === length) return length;
  return /[^\0-\xff]/.test(text) ? 2 * length : length;
}
