import type { TLocalizedValidationError } from "typebox/error";
import type { FieldError } from "./errors.ts";
import { unknownFieldErrors } from "./unknown_fields.ts";

/**
 * What a validator found, in words that end a sentence: each names its field, as
 * a person would write it, and says what it has to be.
 */
export function fieldErrorsOf(
  schema: unknown,
  all: readonly TLocalizedValidationError[],
): readonly FieldError[] {
  const found = ofTheirForm(all);
  const types = new Map<string, string[]>();
  const values = new Set(
    found.flatMap((it) => (it.keyword === "const" ? [it.instancePath] : [])),
  );
  for (const error of found) {
    // What has to be one value is told of by that value.
    if (error.keyword !== "type" || values.has(error.instancePath)) continue;
    const words = types.get(error.instancePath) ?? [];
    types.set(error.instancePath, [...words, typeWords(error.params.type)]);
  }
  const errors = found.flatMap((error) => errorsOf(schema, error, types));
  // The fault of each alternative says more than "none of them fits".
  const told = errors.filter(({ code }) => code !== "anyOf");
  return told.length > 0 ? told : errors;
}

/**
 * Where a value may have several forms and is of the type of one, only that one
 * says what is wrong: "to[0] must be a text", and not that the list is no text.
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

/** `/parts/0/text` as one says it: `parts[0].text`. */
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
): FieldError[] {
  const at = error.instancePath;
  const named = at === "" ? "the input" : fieldName(at);
  const one = (words: string): FieldError[] => [
    { pointer: at, code: error.keyword, detail: `${named} ${words}` },
  ];
  switch (error.keyword) {
    case "boolean":
      return []; // Repeats what additionalProperties already says.
    case "required":
      return error.params.requiredProperties.map((name) => ({
        pointer: `${at}/${name}`,
        code: "required",
        detail: `${fieldName(`${at}/${name}`)} is missing`,
      }));
    case "additionalProperties": {
      const names = error.params.additionalProperties;
      const known = namesAt(schema, error.schemaPath);
      return unknownFieldErrors({ names, known, at });
    }
    case "type": {
      // What may be of several types is told of once: "a list or a text".
      const words = new Set(types.get(at));
      types.delete(at);
      return words.size > 0 ? one(`must be ${[...words].join(" or ")}`) : [];
    }
    case "enum":
      return one(`must be one of ${error.params.allowedValues.join(", ")}`);
    case "const":
      return one(`must be ${JSON.stringify(error.params.allowedValue)}`);
    case "minimum":
      return one(`must be at least ${error.params.limit}`);
    case "maximum":
      return one(`must be at most ${error.params.limit}`);
    case "minLength":
      return one(atLeast(error.params.limit, "character"));
    case "maxLength":
      return one(`must have at most ${error.params.limit} characters`);
    case "minItems":
      return one(atLeast(error.params.limit, "entry"));
    case "maxItems":
      return one(`must have at most ${error.params.limit} entries`);
    case "uniqueItems":
      return one("must not name anything twice");
    case "pattern":
      return one(patternWords(String(error.params.pattern)));
    case "anyOf":
      return one("has none of the forms that it may have");
    default:
      return one(error.message);
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function typeWords(type: string | readonly string[]): string {
  const types = typeof type === "string" ? [type] : type;
  return types.map((one) => TYPE_WORDS[one] ?? one).join(" or ");
}

function atLeast(limit: number | bigint, what: "character" | "entry"): string {
  if (Number(limit) === 1) return "must not be empty";
  const many = what === "entry" ? "entries" : "characters";
  return `must have at least ${limit} ${many}`;
}

const PREFIXED = /^\^([a-z]+_)\[/;

/** What a pattern of this service's schemas asks for. */
function patternWords(pattern: string): string {
  const [, prefix] = PREFIXED.exec(pattern) ?? [];
  if (prefix) return `must be an id that begins with ${prefix}`;
  if (pattern === "^https://") return "must begin with https://";
  if (pattern === "^[0-9a-f]{64}$") return "must be a hash of 64 hex digits";
  if (pattern === "^[\\x21-\\x7e]+$") {
    return "may hold plain ASCII characters only, and no blanks";
  }
  return pattern.includes("/[a-z0-9]")
    ? "must be a media type such as application/pdf"
    : "holds a character that it may not hold";
}

/** The names that an object may have where a validator found others. */
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
