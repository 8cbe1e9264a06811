import { t } from "../ui/t.ts";

/** The kinds of fields that the form of an offer can make. */
export const KINDS = {
  text: t`Short text`,
  long: t`Long text`,
  number: t`Number`,
  choice: t`Choice`,
  flag: t`Yes or no`,
  date: t`Date`,
} as const;

export type Kind = keyof typeof KINDS;

/** One question to a buyer. Its key is for the page alone. */
export interface AskedField {
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
  readonly help: string;
  readonly isRequired: boolean;
  /** The answers of a choice, one a line. */
  readonly options: string;
}

type Json = Readonly<Record<string, unknown>>;

/** A text longer than this is asked for in several lines. */
export const SHORT_CHARS = 200;

const LONG_CHARS = 4_000;

const FORMS: Readonly<Record<Exclude<Kind, "choice">, Json>> = {
  text: { type: "string", maxLength: SHORT_CHARS },
  long: { type: "string", maxLength: LONG_CHARS },
  number: { type: "number" },
  flag: { type: "boolean" },
  date: { type: "string", format: "date" },
};

/** A field to begin with. */
export function newField(): AskedField {
  const start = { name: "", kind: "text", help: "", options: "" } as const;
  return { key: crypto.randomUUID(), ...start, isRequired: true };
}

/** The JSON Schema of some fields; none without fields. Pure. */
export function schemaAsking(fields: readonly AskedField[]): Json | undefined {
  if (fields.length === 0) return undefined;
  const required = fields.filter((it) => it.isRequired).map(askedName);
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map((it) => [askedName(it), fieldSchema(it)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The fields of a schema; undefined if the form could not make it. Pure. */
export function fieldsAsked(
  schema: unknown,
): readonly AskedField[] | undefined {
  if (schema === undefined) return [];
  const { properties, required = [] } = { ...(schema as Json) };
  if (typeof properties !== "object" || !Array.isArray(required)) return;
  const fields = Object.entries({ ...properties }).map(([name, it]) =>
    readField(name, { ...(it as Json) }, required.includes(name)),
  );
  const made = schemaAsking(fields) ?? { type: "object", properties: {} };
  return isSame(made, schema) ? fields : undefined;
}

/** The name that the service gets. */
export function askedName({ name }: Pick<AskedField, "name">): string {
  return name.trim();
}

/** True for the later of two fields with one name. Pure. */
export function isTwin(field: AskedField, all: readonly AskedField[]): boolean {
  return all.find((it) => askedName(it) === askedName(field)) !== field;
}

/** True if two fields have one name. Pure. */
export function hasTwins(fields: readonly AskedField[]): boolean {
  return fields.some((it) => isTwin(it, fields));
}

function fieldSchema({ kind, help, options }: AskedField): Json {
  const lines = options.split("\n").map((it) => it.trim());
  const chosen = { type: "string", enum: [...new Set(lines)].filter(Boolean) };
  return {
    ...(kind === "choice" ? chosen : FORMS[kind]),
    ...(help.trim() && { description: help.trim() }),
  };
}

function readField(name: string, it: Json, isRequired: boolean): AskedField {
  const { description = "", ...form } = it;
  const { enum: answers } = form;
  const options = Array.isArray(answers) ? answers.join("\n") : "";
  const found = Object.entries(FORMS).find(([, of]) => isSame(of, form));
  const kind = (found?.[0] ?? "choice") as Kind;
  return {
    ...newField(),
    ...{ name, kind, options, isRequired, help: String(description) },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** A value whose members are in order; the order in lists counts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, it]) => [name, sorted(it)]);
}
