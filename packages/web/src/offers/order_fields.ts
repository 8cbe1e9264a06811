import { SHORT_CHARS } from "./input_fields.ts";

type Json = Readonly<Record<string, unknown>>;

/** The kinds of fields of an order; any other schema is asked for as JSON. */
export type OrderKind =
  | "text"
  | "long"
  | "number"
  | "choice"
  | "flag"
  | "date"
  | "json";

/** One field of an order. */
export interface OrderField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind: OrderKind;
  readonly options: readonly string[];
  readonly isRequired: boolean;
}

/** What a form of fields cannot say. */
const COMBINED = ["$ref", "allOf", "anyOf", "oneOf", "not"];

/** The fields of an order; undefined if its schema is more than a list of fields. Pure. */
export function orderFields(
  schema: unknown,
): readonly OrderField[] | undefined {
  const { properties, required, ...rest } = objectOf(schema);
  const asked = Array.isArray(required) ? required : [];
  const entries = Object.entries(objectOf(properties));
  const isKnown = asked.every((name) => entries.some(([it]) => it === name));
  if (!isKnown || entries.length === 0) return undefined;
  if (COMBINED.some((it) => it in rest)) return undefined;
  return entries.map(([name, it]) =>
    orderField(name, objectOf(it), asked.includes(name)),
  );
}

function orderField(name: string, it: Json, isRequired: boolean): OrderField {
  const { title, description, enum: options } = it;
  const kind = kindOf(it);
  return {
    ...{ name, kind, isRequired },
    label: typeof title === "string" ? title : name,
    help: typeof description === "string" ? description : "",
    options: kind === "choice" ? (options as string[]) : [],
  };
}

function kindOf(it: Json): OrderKind {
  const { type, format, enum: options, maxLength } = it;
  if (COMBINED.some((name) => name in it) || "const" in it) return "json";
  const isText = (value: unknown) => typeof value === "string";
  if (options !== undefined) {
    return Array.isArray(options) && options.every(isText) ? "choice" : "json";
  }
  if (type === "boolean") return "flag";
  if (type === "number" || type === "integer") return "number";
  if (type !== "string") return "json";
  if (format === "date") return "date";
  return Number(maxLength) > SHORT_CHARS ? "long" : "text";
}

/** What was typed as JSON; text that is none is a text, which the service judges. Pure. */
export function readTyped(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An input with one more answer, or one fewer. Pure. */
export function withAnswer(input: unknown, name: string, value: unknown): Json {
  const { [name]: _before, ...others } = objectOf(input);
  return value === undefined ? others : { ...others, [name]: value };
}

/** A value as an object; empty for anything else. Pure. */
export function objectOf(value: unknown): Json {
  const isOne = typeof value === "object" && !Array.isArray(value);
  return isOne ? { ...value } : {};
}
