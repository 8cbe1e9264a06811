import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldWithin } from "../base/words/sentence.ts";
import type { ErrorCode } from "../errors/error_table.ts";
import type { FieldFault } from "../errors/errors.ts";
import { ServiceError } from "../errors/errors.ts";
import { fieldErrorsOf, fieldName } from "../errors/field_errors.ts";
import { refusedFor, unknownFields } from "../errors/unknown_fields.ts";
import type { Operation } from "./operation.ts";
import { withPriceErrors } from "./price_errors.ts";

/**
 * Checks an input against its operation's schema; never echoes a value.
 * @throws unknown_field for an unknown name; otherwise invalid_input with one entry for each
 * wrong field, or the code of the only wrong field: invalid_price for any price.
 */
export function checkInput(operation: Operation, input: unknown): void {
  if (operation.validator().Check(input)) return;
  const errors = faultsOf(operation, input);
  const unknown = errors.filter(isUnknown);
  if (unknown.length > 0) {
    // Unknown fields first, without the missing ones that they misspell.
    const meant = new Set(unknown.map(meantPointer));
    const others = errors.filter(
      (it) =>
        !isUnknown(it) && !(it.code === "required" && meant.has(it.pointer)),
    );
    throw unknownFields(toldWithin(operation.title), [...unknown, ...others]);
  }
  const code = specialCode(errors);
  throw new ServiceError(code, {
    detail: sentence(operation, code, errors),
    errors,
  });
}

function sentence(
  { title }: Operation,
  code: ErrorCode,
  errors: readonly FieldFault[],
): Sentence {
  const [first] = errors;
  if (!first) return told`Cannot ${toldWithin(title)}: the input is not valid.`;
  const isPrice = code === "invalid_price" && first.code === code;
  return isPrice
    ? told`Cannot read the price: ${first.detail}.`
    : refusedFor(toldWithin(title), first, errors);
}

/** Refuses a list that is too long before reading its entries. */
function faultsOf(
  { input: schema, validator }: Operation,
  input: unknown,
): readonly FieldFault[] {
  const long = tooLong(schema, input, "");
  if (long) return [long];
  const found = fieldErrorsOf(schema, validator().Errors(input));
  return withPriceErrors({ schema, input }, found.slice(0, FAULTS_READ_MAX));
}

/** One more than is reported, to see whether there are more. */
const FAULTS_READ_MAX = LIMITS.faultsMax + 1;

/** The parts of a JSON schema that describe lists, and anything that may contain some. */
interface ListSchema {
  readonly maxItems?: number;
  readonly items?: ListSchema;
  readonly properties?: Readonly<Record<string, ListSchema>>;
  readonly anyOf?: readonly ListSchema[];
}

function tooLong(
  schema: ListSchema,
  value: unknown,
  at: string,
): FieldFault | undefined {
  const { maxItems, items, properties = {}, anyOf = [] } = schema;
  for (const form of anyOf) {
    const found = tooLong(form, value, at);
    if (found) return found;
  }
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) {
      const detail = told`${fieldName(at)} can have at most ${maxItems} entries`;
      return { pointer: at, code: "maxItems", detail };
    }
    if (!items) return undefined;
    return firstOf(value.entries(), (name, item) =>
      tooLong(items, item, `${at}/${name}`),
    );
  }
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(properties);
  return firstOf(members, (name, member) =>
    Object.hasOwn(value, name)
      ? tooLong(member, value[name as keyof typeof value], `${at}/${name}`)
      : undefined,
  );
}

function firstOf<K, V, T>(
  entries: Iterable<readonly [K, V]>,
  find: (key: K, value: V) => T | undefined,
): T | undefined {
  for (const [key, value] of entries) {
    const found = find(key, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isUnknown({ code }: FieldFault): boolean {
  return code === "unknown_field";
}

/** The pointer of the known name nearest to an unknown one. */
function meantPointer({ pointer, didYouMean }: FieldFault): string {
  return pointer.replace(/[^/]*$/, didYouMean ?? "");
}

/** Fields with their own error code. */
const SPECIAL = {
  "/view": "invalid_view",
  "/confirm": "confirm_required",
  "/price": "invalid_price",
  "/address": "invalid_address",
} as const;

function specialCode(errors: readonly FieldFault[]) {
  const [first] = errors;
  if (!first || errors.some(({ pointer }) => pointer !== first.pointer)) {
    return "invalid_input";
  }
  if (first.code === "invalid_price") return first.code;
  return SPECIAL[first.pointer as keyof typeof SPECIAL] ?? "invalid_input";
}
