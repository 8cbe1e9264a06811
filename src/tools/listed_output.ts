import type { Operation } from "../core/access/operation.ts";
import { wholeSchemaOf } from "./bound.ts";
import type { ObjectSchema } from "./mappings.ts";
import { presentationOf } from "./results/rows.ts";

/** The parts of a JSON Schema that give a value's type. */
interface Node {
  readonly type?: string;
  readonly properties?: object;
  readonly items?: object;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/**
 * An output's form as listed: the members of the short form, each with its types in any
 * answer of the tool. Nested types are left out: clients compile each one (docs/mcp.md, What
 * the list costs), and OpenAPI has them.
 */
export function listedOutput(
  operation: Operation,
  others: readonly Operation[],
): ObjectSchema {
  const { properties } = presentationOf(operation).schema;
  const forms = [operation, ...others].flatMap((it) => [
    presentationOf(it).schema,
    wholeSchemaOf(it),
  ]);
  const members = Object.keys(properties).map((name) => {
    const nodes = forms.flatMap((it) => it.properties[name] ?? []);
    const types = [...new Set((nodes as readonly Node[]).flatMap(typesOf))].map(
      (type) => ({ type }),
    );
    // Some clients refuse a list of types.
    return [name, types.length > 1 ? { anyOf: types } : types[0]];
  });
  return { type: "object", properties: Object.fromEntries(members) };
}

const ANY = ["object", "array", "string", "number", "boolean", "null"];

/** The types that a value of a form has in an answer. */
function typesOf(form: Node): readonly string[] {
  const { type, anyOf, properties, items } = form;
  if (anyOf) return anyOf.flatMap(typesOf);
  const values = "const" in form ? [form.const] : form.enum;
  if (values) return values.map((it) => (it === null ? "null" : typeof it));
  if (type === undefined) return ANY;
  // If a form names no parts, the whole value is one marked text (fence.ts).
  const isOpen =
    (type === "object" && !properties) || (type === "array" && !items);
  return isOpen ? [type, "string"] : [type];
}
