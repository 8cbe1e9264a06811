import type { TLocalizedValidationError } from "typebox/error";
import { parseTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldAny, toldAsIs } from "../base/words/sentence.ts";
import type { FieldFault } from "./errors.ts";
import { ServiceError } from "./errors.ts";
import { unknownFieldErrors } from "./unknown_fields.ts";

/**
 * A validator's findings as the end of a sentence: each names its field, as a person would
 * write it, and says what it must be.
 */
export function fieldErrorsOf(
  schema: unknown,
  all: readonly TLocalizedValidationError[],
): readonly FieldFault[] {
  const found = ofTheirForm(all);
  const types = new Map<string, string[]>();
  const values = new Set(
    found.flatMap((it) => (it.keyword === "const" ? [it.instancePath] : [])),
  );
  for (const error of found) {
    // A field with one allowed value is described by that value.
    if (error.keyword !== "type" || values.has(error.instancePath)) continue;
    const { type } = error.params;
    const before = types.get(error.instancePath) ?? [];
    const more = typeof type === "string" ? [type] : type;
    types.set(error.instancePath, [...before, ...more]);
  }
  const errors = found.flatMap((error) => errorsOf(schema, error, types));
  // The fault of each alternative says more than "none of them fits".
  const exact = errors.filter(({ code }) => code !== "anyOf");
  return exact.length > 0 ? exact : errors;
}

/**
 * If a value may have several forms and has the type of one, only that form's fault counts:
 * "to[0] must be a string", not that the list is none.
 */
function ofTheirForm(
  found: readonly TLocalizedValidationError[],
): readonly TLocalizedValidationError[] {
  const choices = found.filter(({ keyword }) => keyword === "anyOf");
  const others = choices.flatMap(({ instancePath, schemaPath }) => {
    const start = `${schemaPath}/anyOf/`;
    const inside = found.filter((it) => it.schemaPath.startsWith(start));
    const forms = inside.map((it) => it.schemaPath.slice(start.length));
    const count = new Set(forms.map((path) => path.split("/")[0])).size;
    const wrong = inside.filter(
      (it) => it.keyword === "type" && it.instancePath === instancePath,
    );
    const isOfOne = new Set(wrong.map((it) => it.schemaPath)).size < count;
    return isOfOne ? wrong : [];
  });
  const left = new Set(others);
  return found.filter((it) => !left.has(it));
}

/** `/parts/0/text` in sentences: `parts[0].text`. */
export function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/(^|\/)(\d+)(?=\/|$)/g, "[$2]")
    .replaceAll("/", ".");
}

function errorsOf(
  schema: unknown,
  error: TLocalizedValidationError,
  types: Map<string, readonly string[]>,
): FieldFault[] {
  const at = error.instancePath;
  const name = at === "" ? told`the input` : fieldName(at);
  const one = (detail: Sentence): FieldFault[] => [
    { pointer: at, code: error.keyword, detail },
  ];
  switch (error.keyword) {
    case "boolean":
      return []; // Repeats what additionalProperties already says.
    case "required":
      return error.params.requiredProperties.map((missing) => ({
        pointer: `${at}/${missing}`,
        code: "required",
        detail: told`${fieldName(`${at}/${missing}`)} is missing`,
      }));
    case "additionalProperties": {
      const names = error.params.additionalProperties;
      const known = namesAt(schema, error.schemaPath);
      return unknownFieldErrors({ names, known, at });
    }
    case "type": {
      // A field of several types is described once: "a list or a string".
      const words = [...new Set(types.get(at))].map((it) => TYPES[it] ?? it);
      types.delete(at);
      return words.length > 0
        ? one(told`${name} must be ${toldAny(words)}`)
        : [];
    }
    default:
      return one(faultOf(name, error));
  }
}

/** The rule that a value breaks, by the keyword of its schema. */
function faultOf(
  name: string | Sentence,
  error: TLocalizedValidationError,
): Sentence {
  switch (error.keyword) {
    case "enum":
      return told`${name} must be one of ${error.params.allowedValues.join(", ")}`;
    case "const":
      return told`${name} must be ${JSON.stringify(error.params.allowedValue)}`;
    case "minimum":
      return told`${name} must be at least ${String(error.params.limit)}`;
    case "maximum":
      return told`${name} must be at most ${String(error.params.limit)}`;
    case "minLength":
      return Number(error.params.limit) === 1
        ? told`${name} must not be empty`
        : told`${name} must have at least ${String(error.params.limit)} characters`;
    case "maxLength":
      return told`${name} must have at most ${String(error.params.limit)} characters`;
    case "minItems":
      return Number(error.params.limit) === 1
        ? told`${name} must not be empty`
        : told`${name} must have at least ${String(error.params.limit)} entries`;
    case "maxItems":
      return told`${name} can have at most ${String(error.params.limit)} entries`;
    case "uniqueItems":
      return told`${name} must not contain duplicates`;
    case "pattern":
      return ofPattern(name, String(error.params.pattern));
    case "anyOf":
      return told`${name} matches none of the allowed forms`;
    default:
      return told`${name} ${toldAsIs(error.message)}`;
  }
}

const TYPES: Readonly<Record<string, Sentence>> = {
  string: told`a string`,
  integer: told`a whole number`,
  number: told`a number`,
  boolean: told`true or false`,
  object: told`an object`,
  array: told`a list`,
};

const PREFIXED = /^\^([a-z]+_)\[/;

/** The meaning of a pattern in this service's schemas. */
function ofPattern(name: string | Sentence, pattern: string): Sentence {
  const [, prefix] = PREFIXED.exec(pattern) ?? [];
  if (prefix) return told`${name} must be an id that begins with ${prefix}`;
  if (pattern === "^https://") return told`${name} must begin with https://`;
  if (pattern === "^[0-9a-f]{64}$") {
    return told`${name} must be a hash of 64 hex digits`;
  }
  if (pattern === "^[\\x21-\\x7e]+$") {
    return told`${name} must be plain ASCII without spaces`;
  }
  return pattern.includes("/[a-z0-9]")
    ? told`${name} must be a media type such as application/pdf`
    : told`${name} contains a character that isn't allowed`;
}

/** The allowed names of an object with unknown ones. */
function namesAt(schema: unknown, path: string): readonly string[] {
  const steps = path.split("/").slice(1);
  const at = steps.reduce<unknown>(memberOf, schema);
  return Object.keys(memberOf(at, "properties") ?? {});
}

function memberOf(value: unknown, name: string): object | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Object.hasOwn(value, name)) return undefined;
  const member = (value as Readonly<Record<string, unknown>>)[name];
  return typeof member === "object" && member !== null ? member : undefined;
}

/** One error about one field. */
export function invalid(
  pointer: string,
  code: string,
  detail: Sentence,
): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot accept ${fieldName(pointer)}: ${detail}.`,
    errors: [{ pointer, code, detail }],
  });
}

/** The error of a message that lacks its content or its recipients. */
export function incomplete(pointer: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot send: ${detail}.`,
    errors: [{ pointer, code: "required", detail }],
  });
}

/** Reads a moment in a field. @throws invalid_input */
export function readTime(name: string, written: string, within = ""): number {
  const at = parseTime(written);
  if (!Number.isNaN(at)) return at;
  throw invalid(
    `${within}/${name}`,
    "invalid_time",
    told`${name} must be a time such as 2030-01-31T12:00:00Z`,
  );
}
