import { Errors } from "typebox/schema";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import type { FieldFault } from "../../errors/errors.ts";
import { ServiceError } from "../../errors/errors.ts";
import { fieldErrorsOf, fieldName } from "../../errors/field_errors.ts";

/** A JSON Schema (2020-12) of an order's input that {@linkcode readInputSchema} took. */
export type InputSchema = Readonly<Record<string, unknown>>;

/** The dialect that every schema is in. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

type Form = (value: unknown) => boolean;

const isText: Form = (it) => typeof it === "string";
const isNumber: Form = (it) => typeof it === "number";
const isFlag: Form = (it) => typeof it === "boolean";
const isCount: Form = (it) => Number.isSafeInteger(it) && Number(it) >= 0;
const isList: Form = (it) => Array.isArray(it);
const isAny: Form = () => true;
const isNames: Form = (it) => Array.isArray(it) && it.every(isText);

const TYPES = "object array string number integer boolean null".split(" ");
/** Formats whose check takes time in proportion to the text. */
const FORMATS = "date date-time time duration email uri uuid".split(" ");

/** The keywords that may be used, with the form of their values; a schema in it is read on its own. */
const KEYWORDS: Readonly<Record<string, Form>> = {
  $schema: (it) => it === DIALECT,
  ...{ $comment: isText, title: isText, description: isText },
  ...{ default: isAny, examples: isList, deprecated: isFlag },
  ...{ $ref: isText, $defs: isObject, properties: isObject },
  ...{ items: isAny, additionalProperties: isAny, not: isAny },
  ...{ prefixItems: isList, allOf: isList, anyOf: isList, oneOf: isList },
  type: (it) =>
    [it].flat().length > 0 &&
    [it].flat().every((one) => TYPES.includes(`${one}`)),
  format: (it) => FORMATS.includes(`${it}`),
  required: isNames,
  enum: (it) => Array.isArray(it) && it.length > 0,
  const: isAny,
  ...{ minimum: isNumber, maximum: isNumber },
  ...{ exclusiveMinimum: isNumber, exclusiveMaximum: isNumber },
  multipleOf: (it) => isNumber(it) && Number(it) > 0,
  ...{ minLength: isCount, maxLength: isCount, uniqueItems: isFlag },
  ...{ minItems: isCount, maxItems: isCount },
  ...{ minProperties: isCount, maxProperties: isCount },
};

const BELOW = ["items", "additionalProperties", "not"];
const LISTS = ["prefixItems", "allOf", "anyOf", "oneOf"];
const MAPS = ["$defs", "properties"];

/** No expression, and nothing that a program or a pointer reads otherwise. */
const NAME = /^(?!__)[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$ .-]{0,63}$/u;

/**
 * Checks a schema when it is stored, so that a check of an input takes a bounded time: no
 * expressions, no references to themselves, and a limited size once references are followed.
 * @throws invalid_input, with a pointer to the wrong place
 */
export function readInputSchema(given: unknown, at = "/input"): InputSchema {
  const bytes = Buffer.byteLength(JSON.stringify(given));
  if (bytes > LIMITS.offerSchemaBytesMax) {
    throw wrong(
      at,
      "too_long",
      told`is ${bytes} bytes of JSON; the limit is ${LIMITS.offerSchemaBytesMax}`,
    );
  }
  if (!isObject(given) || (given as InputSchema).type !== "object") {
    throw wrong(at, "type", told`must be a schema with type object`);
  }
  const schema = given as InputSchema;
  checkForm(schema, at, 0);
  const size = sizeOf(schema, { root: schema, at, inside: [] });
  if (size > LIMITS.offerSchemaKeywordsMax) {
    throw wrong(
      at,
      "too_long",
      told`has ${size} keywords and values once its references are followed; the limit is ${LIMITS.offerSchemaKeywordsMax}`,
    );
  }
  return schema;
}

/** Checks the keywords of a schema and of all in it, but not what references lead to. */
function checkForm(schema: unknown, at: string, depth: number): void {
  if (typeof schema === "boolean") return;
  if (!isObject(schema)) {
    throw wrong(at, "type", told`must be a schema`);
  }
  if (depth > LIMITS.offerSchemaDepthMax) {
    throw wrong(
      at,
      "too_deep",
      told`is deeper than ${LIMITS.offerSchemaDepthMax} schemas`,
    );
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}/${keyword}`;
    const form = Object.hasOwn(KEYWORDS, keyword) && KEYWORDS[keyword];
    if (!form) throw wrong(place, "unsupported", unsupported(keyword));
    if (!form(value)) throw wrong(place, "form", told`has the wrong form`);
    for (const name of MAPS.includes(keyword)
      ? Object.keys(value as object)
      : []) {
      if (NAME.test(name)) continue;
      throw wrong(
        place,
        "name",
        told`has a name with other characters than letters, digits, spaces and . _ - $`,
      );
    }
  }
  for (const [part, place] of partsOf(schema as InputSchema)) {
    checkForm(part, `${at}${place}`, depth + 1);
  }
}

function unsupported(keyword: string): Sentence {
  return keyword === "pattern" || keyword === "patternProperties"
    ? told`can't be used: an expression may take too long; use enum, format or maxLength`
    : told`is not a keyword that can be used here`;
}

/** The schemas directly in a schema, each with its place. */
function partsOf(schema: InputSchema): readonly (readonly [unknown, string])[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (BELOW.includes(keyword)) return [[value, `/${keyword}`] as const];
    if (!LISTS.includes(keyword) && !MAPS.includes(keyword)) return [];
    return Object.entries(value as object).map(
      ([name, it]) => [it, `/${keyword}/${name}`] as const,
    );
  });
}

/** A keyword that reads a whole text or list counts as so many more. */
const SLOW = 9;

/** A schema that is being measured, with the references that led to it. */
interface Measured {
  readonly root: InputSchema;
  readonly at: string;
  readonly inside: readonly string[];
}

/** The number of keywords and listed values, with those of each reference each time it is used. */
function sizeOf(schema: unknown, where: Measured): number {
  if (!isObject(schema)) return 1;
  const { $defs: _apart, ...own } = schema as InputSchema;
  let size = 1;
  for (const [keyword, value] of Object.entries(own)) {
    const isCounted = keyword === "enum" || keyword === "required";
    size += isCounted && Array.isArray(value) ? value.length : 1;
    if (keyword === "format" || keyword === "uniqueItems") size += SLOW;
  }
  for (const [part, place] of partsOf(own)) {
    size += sizeOf(part, { ...where, at: where.at + place });
    // Two references in each of many levels are as many as all numbers of that many bits.
    if (size > LIMITS.offerSchemaKeywordsMax) return size;
  }
  const { $ref } = own;
  if (typeof $ref !== "string") return size;
  const at = `${where.at}/$ref`;
  if (where.inside.includes($ref)) {
    throw wrong(at, "recursive", told`leads back to itself`);
  }
  const target = referred(where.root, $ref);
  if (target === undefined) {
    throw wrong(
      at,
      "unknown_ref",
      told`must be ${"#/$defs/…"} with a name in $defs`,
    );
  }
  return (
    size + sizeOf(target, { ...where, at, inside: [...where.inside, $ref] })
  );
}

const REF = /^#\/\$defs\/([^/~%]+)$/;

/** Only definitions of the same document are found; no other one is ever fetched. */
function referred({ $defs }: InputSchema, ref: string): unknown {
  const [, name = ""] = REF.exec(ref) ?? [];
  return isObject($defs) && Object.hasOwn($defs, name)
    ? ($defs as InputSchema)[name]
    : undefined;
}

/** The names of an order's input that are wrong, each with its place; empty for a right one. */
export function inputFaults(
  schema: InputSchema,
  input: unknown,
): readonly FieldFault[] {
  const text = JSON.stringify(input) ?? "";
  if (Buffer.byteLength(text) > LIMITS.offerInputBytesMax) {
    const detail = told`input is longer than ${LIMITS.offerInputBytesMax} bytes of JSON`;
    return [{ pointer: "/input", code: "too_long", detail }];
  }
  if (valuesIn(input) > LIMITS.offerInputValuesMax) {
    const detail = told`input has more than ${LIMITS.offerInputValuesMax} values`;
    return [{ pointer: "/input", code: "too_long", detail }];
  }
  const [isRight, all] = Errors(schema, input);
  if (isRight) return [];
  const below = all.map((it) => ({
    ...it,
    instancePath: `/input${it.instancePath}`,
  }));
  const faults = new Map<string, FieldFault>();
  for (const fault of fieldErrorsOf(schema, below)) {
    faults.set(`${fault.pointer} ${fault.code}`, fault);
  }
  return [...faults.values()].slice(0, LIMITS.faultsMax);
}

/** How many values there are in a value; too many for a deep one. */
function valuesIn(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null) return 1;
  if (depth > LIMITS.offerInputDepthMax) return LIMITS.offerInputValuesMax + 1;
  const all: readonly unknown[] = Object.values(value);
  return all.reduce<number>((sum, it) => sum + valuesIn(it, depth + 1), 1);
}

function wrong(pointer: string, code: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot save the offer: ${fieldName(pointer)} ${detail}.`,
    errors: [{ pointer, code, detail }],
  });
}
