import { PRICE_FORMS } from "../base/schemas.ts";
import type { FieldFault } from "../errors/errors.ts";
import { ServiceError } from "../errors/errors.ts";
import { parseAmount } from "./parse_money.ts";

/** An input with the schema that checked it. */
interface Checked {
  readonly schema: unknown;
  readonly input: unknown;
}

/** Errors about a field's name, not its value. */
const OF_NAMES = new Set(["required", "unknown_field"]);

/**
 * Reports each wrong price as `parseAmount` does, and only once: a schema finds a fault in
 * every form that a price could have had. So it does not matter which check sees a price
 * first.
 */
export function withPriceErrors(
  { schema, input }: Checked,
  errors: readonly FieldFault[],
): readonly FieldFault[] {
  const told = new Set<string>();
  return errors.flatMap((error) => {
    const pointer = pricePointer(schema, error.pointer);
    if (pointer === undefined || OF_NAMES.has(error.code)) return [error];
    if (told.has(pointer)) return [];
    told.add(pointer);
    return readErrors(valueAt(input, pointer), pointer) ?? [error];
  });
}

/** Pointer to the price at or around a pointer. */
function pricePointer(schema: unknown, pointer: string): string | undefined {
  let at = schema;
  let walked = "";
  for (const name of namesIn(pointer)) {
    at = memberOf(memberOf(at, "properties"), name) ?? memberOf(at, "items");
    walked += `/${name}`;
    if (isPrice(at)) return walked;
  }
  return undefined;
}

/** True for a price, also a nullable one. */
function isPrice(schema: unknown): boolean {
  const forms = memberOf(schema, "anyOf");
  return forms === PRICE_FORMS || (Array.isArray(forms) && forms.some(isPrice));
}

function readErrors(
  price: unknown,
  pointer: string,
): readonly FieldFault[] | undefined {
  try {
    parseAmount(price, pointer);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.faults;
    throw error;
  }
}

function valueAt(input: unknown, pointer: string): unknown {
  return namesIn(pointer).reduce(memberOf, input);
}

function namesIn(pointer: string): readonly string[] {
  return pointer.split("/").slice(1);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
